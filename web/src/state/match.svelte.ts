// The game between people that is open: its state as the server tells it, and what the person does in it.

import { api, type Refusal } from '../api/http';
import type { ChatLine, EventMessage, GameAction, OnlineGame, Person, RatedMessage } from '../api/online';
import type { MoveInfo, NodeInfo, Side } from '../api/types';
import type { Travel } from '../board/pieces';
import { text } from '../text';
import { chat } from './chat.svelte';
import { after, leavesOut, nodesOf, withPositions, type Situation } from './contest';
import type { GameTable } from './game-table';
import { line, type Watcher } from './line.svelte';
import { attempt, messages } from './messages.svelte';
import { myself } from './myself.svelte';
import { seats } from './seats';
import { announceMove } from './sound';
import { travelBetween } from './tree';

class Match implements GameTable, Watcher {
  state: OnlineGame | null = $state.raw(null);
  at = $state(0);
  travel: Travel | null = $state.raw(null);
  pending: MoveInfo | null = $state.raw(null);
  isTurned = $state(false);
  /** When the clocks showed what they show, by the clock of this page. */
  since = $state(0);
  /** Why there is no game to see. */
  problem = $state('');
  readonly hint = null;

  private id = '';
  private nodes: readonly NodeInfo[] = $state.raw([]);

  readonly game = $derived(this.state && { id: this.state.id, nodes: [...this.nodes], rules: this.state.settings.rules ?? 'official' });
  readonly node: NodeInfo | null = $derived(this.nodes[this.at] ?? null);
  readonly isAtHead: boolean = $derived(this.at === this.state?.ply);
  readonly position: Situation | null = $derived(this.isAtHead && this.state ? this.state.position : null);
  readonly ownSide: Side | null = $derived(this.state?.you ?? null);
  readonly isPlaying: boolean = $derived(this.state?.you !== undefined && !this.state.result);
  readonly isOwnTurn: boolean = $derived(this.isPlaying && this.state?.position.turn === this.state?.you);
  readonly moves: readonly MoveInfo[] = $derived(
    this.isOwnTurn && !this.pending ? (this.position?.moves ?? []) : [],
  );
  readonly canPremove: boolean = $derived(
    this.isPlaying && this.isAtHead && !this.isOwnTurn,
  );
  readonly bottom: Side = $derived.by(() => {
    const side = this.ownSide ?? 'white';
    return this.isTurned ? otherSide(side) : side;
  });

  /** Opens a game, and hears of it until it is left. */
  open(id: string): () => void {
    this.id = id;
    this.state = null;
    this.nodes = [];
    this.at = 0;
    this.travel = null;
    this.pending = null;
    this.isTurned = false;
    this.problem = '';
    messages.clear();
    line.watch(this);
    void chat.open(id);
    return () => line.leave(this);
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
    const { state } = this;
    if (!state) return;
    if (state.result) messages.tell(text.online.over);
    else if (!state.you) messages.tell(text.online.onlyWatching);
    else if (!this.isAtHead) messages.tell(text.message.lookingBack);
    else if (this.pending) messages.tell(text.online.sending);
    else if (!this.isOwnTurn) messages.tell(text.online.theirTurn);
  }

  act = async (action: GameAction) => {
    messages.clear();
    const { id } = this;
    await attempt(() => line.ask({ type: 'act', game: id, action }));
  };

  goTo = (node: number) => {
    if (!this.game || !this.nodes[node]?.fen) return;
    this.travel = travelBetween(this.game, this.at, node);
    this.at = node;
  };

  back = () => this.goTo(this.at - 1);
  forth = () => this.goTo(this.at + 1);
  first = () => this.goTo(0);
  last = () => this.goTo(this.nodes.length - 1);
  turn = () => void (this.isTurned = !this.isTurned);

  question() {
    const seen = this.state ? { seen: this.state.seq } : {};
    const seat = seats.of(this.id);
    return { type: 'watch' as const, game: this.id, mute: chat.isMuted, ...seen, ...(seat && { seat }) };
  }

  whole(game: OnlineGame) {
    const isFirst = this.state === null;
    if (this.state && game.seq < this.state.seq) return;
    this.since = performance.now();
    this.take(game);
    if (isFirst) this.goTo(game.ply);
    void this.fill();
  }

  happened(message: EventMessage) {
    const { state } = this;
    if (!state || message.seq <= state.seq) return;
    if (message.seq > state.seq + 1) return line.watch(this);
    if (message.clock) this.since = line.pageTime(message.at);
    this.take(after(state, message));
    this.tell(message);
    if (leavesOut(state, message)) this.askWhole();
  }

  rated({ black, white }: RatedMessage) {
    const { state } = this;
    if (!state) return;
    const changed = (person: Person, by: number) => ({ ...person, rating_change: by });
    this.state = { ...state, black: changed(state.black, black), white: changed(state.white, white) };
  }

  said(words: ChatLine) {
    chat.hear(words);
  }

  refused(error: Refusal) {
    this.problem = error.message;
  }

  private async send(move: string): Promise<boolean> {
    const { state } = this;
    if (!state) return false;
    const { id: game, ply, seq: seen } = state;
    const answer = await attempt(async () => {
      await line.ask({ type: 'move', game, ply, move, seen });
      return true;
    });
    return answer ?? false;
  }

  /** Takes over a state, and follows the game if its last move is looked at. */
  private take(next: OnlineGame) {
    const wasAtHead = this.isAtHead;
    this.state = next;
    this.nodes = nodesOf(next, this.nodes);
    if (next.result) myself.over(next.id);
    if (!wasAtHead && this.at < this.nodes.length) return;
    if (this.at !== next.ply) this.pending = null;
    if (this.at < next.ply) this.goTo(next.ply);
    else if (this.at > next.ply) [this.travel, this.at] = [null, next.ply];
  }

  /** Asks for the game once more, with what an event does not tell. */
  private askWhole() {
    const { seen: _, ...question } = this.question();
    void attempt(() => line.ask(question));
  }

  /** Asks for the positions that came before the page was opened. */
  private async fill() {
    const { state } = this;
    if (!state || this.nodes.every((node) => node.fen)) return;
    const answer = await attempt(() => api.line(state.start, state.moves, state.settings.rules));
    if (answer && this.state?.id === state.id) this.nodes = withPositions(this.nodes, answer.fens);
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
        return messages.announce(text.online.ending(event.result));
      case 'draw_declined':
      case 'takeback_declined':
        return isOwn ? undefined : messages.tell(text.online.asked[event.type](event.side));
      case 'draw_offered':
      case 'takeback_asked':
      case 'rematch_offered':
        return isOwn ? undefined : messages.announce(text.online.asked[event.type](event.side));
    }
  }

  private tellMove(ply: number) {
    const node = this.nodes[ply + 1];
    if (node?.move) announceMove(node, undefined);
  }
}

export function otherSide(side: Side): Side {
  return side === 'black' ? 'white' : 'black';
}

export const match = new Match();
