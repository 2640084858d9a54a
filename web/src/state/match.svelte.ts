// The game with others that is open: its state as the server tells it, and what the person does in it.

import type { Refusal } from '../api/http';
import type { ChatLine, EventMessage, OnlineGame, Person, RatedMessage } from '../api/online';
import type { Command, MoveInfo, Side } from '../api/types';
import { text } from '../text';
import { chat } from './chat.svelte';
import { line, type Watcher } from './line.svelte';
import { messages } from './messages.svelte';
import { myself } from './myself.svelte';
import { lineOf, PlayedTable } from './played.svelte';
import { moveOf } from './record';
import { seats } from './seats';

class Match extends PlayedTable implements Watcher {
  /** Who plays, and for what. How the game stands is in `played`. */
  state: OnlineGame | null = $state.raw(null);
  /** How many people watch, besides the players. */
  watching = $state(0);
  /** Why there is no game to see. */
  problem = $state('');
  /** Has it ended while nobody looked? */
  isEndUnseen = $state(false);
  readonly hint = null;
  readonly ownSide: Side | null = $derived(this.state?.you ?? null);

  private id = '';

  /** Opens a game, and hears of it until it is left. */
  open(id: string): () => void {
    // A game that the person plays is followed though it is not looked at.
    if (this.id === id && line.isWatched(this)) return () => this.leave();
    if (this.id) line.leave(this);
    this.id = id;
    this.state = null;
    this.isEndUnseen = false;
    this.problem = '';
    this.watching = 0;
    this.clear();
    line.watch(this);
    void chat.open(id);
    return () => this.leave();
  }

  private leave() {
    if (!this.isPlaying) line.leave(this);
  }

  /** The person has looked at it. */
  see() {
    this.isEndUnseen = false;
  }

  speaksFor(side: Side): boolean {
    return this.state?.you === side;
  }

  override called(side: Side): string {
    return this.state?.[side].name ?? super.called(side);
  }

  async play(move: MoveInfo) {
    const { id } = this;
    messages.clear();
    this.pending = move;
    await this.send(move.text);
    if (this.id === id) this.pending = null;
  }

  playTyped = async (typed: string): Promise<boolean> => {
    if (this.moves.length > 0) return this.send(typed);
    this.refuseMove();
    return false;
  };

  refuseMove() {
    const { state, now } = this;
    if (!state || !now) return;
    if (now.result) messages.tell(text.online.over);
    else if (!state.you) messages.tell(text.online.onlyWatching);
    else if (!this.isAtHead) messages.tell(text.message.lookingBack);
    else if (this.pending) messages.tell(text.online.sending);
    else if (!this.isOwnTurn) messages.tell(text.online.theirTurn);
  }

  rematch = () => this.act({ type: 'rematch' });

  act = async (command: Command) => {
    messages.clear();
    await this.order(command);
  };

  question() {
    const seen = this.state ? { seen: this.state.seq } : {};
    const seat = seats.of(this.id);
    return { type: 'watch' as const, game: this.id, mute: chat.isMuted, ...seen, ...(seat && { seat }) };
  }

  whole(game: OnlineGame) {
    if (this.state && game.seq < this.state.seq) return;
    this.follow(game);
  }

  happened(message: EventMessage) {
    const { state } = this;
    if (!state || message.seq <= state.seq) return;
    if (message.seq > state.seq + 1) return line.watch(this);
    const { seq, event, now } = message;
    const moves = event.type === 'move' ? [...state.moves, event.move] : state.moves.slice(0, now.ply);
    this.follow({ ...state, seq, moves, now });
    this.tell(message);
  }

  rated({ black, white }: RatedMessage) {
    const { state } = this;
    if (!state) return;
    const changed = (person: Person, by: number) => ({ ...person, rating_change: by });
    this.state = { ...state, black: changed(state.black, black), white: changed(state.white, white) };
  }

  watched(count: number) {
    this.watching = count;
  }

  said(words: ChatLine) {
    chat.hear(words);
  }

  refused(error: Refusal) {
    this.problem = error.message;
  }

  private send(move: string): Promise<boolean> {
    const { state, now } = this;
    return state && now ? this.order({ type: 'move', ply: now.ply, move, seen: state.seq }) : Promise.resolve(false);
  }

  /** Has the server do something, and tells if it does not. */
  private async order(command: Command): Promise<boolean> {
    try {
      await line.ask({ type: 'act', game: this.id, command });
      return true;
    } catch (error) {
      messages.refuse(error, this.now?.turn);
      return false;
    }
  }

  private follow(game: OnlineGame) {
    const { id, now, start, moves, opening } = game;
    const rules = game.settings.rules ?? 'official';
    const wasOpen = this.state !== null && !this.state.now.result;
    this.state = game;
    if (now.clock) this.since = line.pageTime(now.clock.at);
    this.take({ id, rules, now, legal: now.legal.map(moveOf), opening, ...lineOf(start, moves, rules) });
    if (now.result) myself.over(id);
    if (!now.result) this.isEndUnseen = false;
    else if (wasOpen && game.you) this.isEndUnseen = true;
  }

  /** Says what has happened; what can be seen beside the board is only read aloud. */
  private tell({ event }: EventMessage) {
    const isOwn = 'side' in event && event.side === this.ownSide;
    switch (event.type) {
      case 'move':
        return this.tellMove(event.ply);
      case 'taken_back':
        return messages.announce(text.message.backAt(event.ply));
      case 'resumed':
        return messages.tell(text.online.resumed(event.idle_ms));
      case 'ended':
        return messages.announce(text.result(event.result));
      case 'draw_declined':
      case 'takeback_declined':
        return isOwn ? undefined : messages.tell(text.online.asked[event.type](this.called(event.side)));
      case 'left':
      case 'returned':
      case 'draw_offered':
      case 'takeback_asked':
      case 'rematch_offered':
        return isOwn ? undefined : messages.announce(text.online.asked[event.type](this.called(event.side)));
    }
  }
}

export const match = new Match();
