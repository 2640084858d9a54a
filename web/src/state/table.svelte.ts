// One's own game: at the rules module on this thread, with the engine's worker for the computer, kept in this browser.

import type { Command, MoveInfo, Opening, Seat, Side, TimeControl } from '../api/types';
import { piecesOfFen } from '../board/pieces';
import { engine, type Asked, type Thought } from '../engine/client';
import { ask, Refused, type RulesRequest, type TableAnswer, type TableNews } from '../rules';
import { text } from '../text';
import type { DeclineCode, Hint } from '../text/codes';
import type { Speaker } from '../text/speaker';
import { games, isComputer, pdnOf, personOf, type Note, type Saved } from './games.svelte';
import { hintOf } from './hint';
import { Lock } from './lock.svelte';
import { attempt, messages } from './messages.svelte';
import { PlayedTable } from './played.svelte';
import { otherSide } from './record';
import { newId } from './store';
import { speakerOf, styleOf } from './style';

const KEY = 'crownhead.game';
/** The longest that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/** A game to begin. */
export interface NewGame {
  kind: 'computer' | 'two';
  /** From 1 to 10; more is full strength. */
  level?: number;
  side?: Side | 'random';
  rules?: string;
  start?: Opening;
  clock?: TimeControl;
  /** A bundle of settings, which has rules and a start of its own. */
  style?: string;
}

class Table extends PlayedTable {
  answer: TableAnswer | null = $state.raw(null);
  hint: { move: MoveInfo; words: Hint } | null = $state.raw(null);
  saved: Saved | null = $state.raw(null);
  /** Was it put on the board for somebody who has not asked for a game, and has made no move yet? */
  isUnasked = $state(false);
  /** Says which tab plays the game. */
  readonly lock = new Lock((id) => `crownhead.game.${id}`);

  /** What the style of the game says, if it has one. */
  readonly styled = $derived.by(() => {
    const style = this.saved?.style;
    if (!style || !styleOf(style) || !this.answer) return null;
    return ask('style', { type: 'style', name: style, ...(!this.isAtHead && this.node && { fen: this.node.fen }) });
  });
  private readonly named: Speaker = $derived(speakerOf(this.styled));
  readonly ownSide: Side | null = $derived(personOf(this.now?.seats ?? []));
  /** Does another tab play it, and this one only shows it? */
  readonly isElsewhere: boolean = $derived(!this.lock.isHeld);
  readonly canRestart: boolean = $derived(!!this.answer && this.answer.moves.length > this.answer.ballot_plies);
  readonly isThinking: boolean = $derived(!!this.answer?.is_thinking && !this.isElsewhere);

  private asked: { id: number; question: Asked<Thought>; isHurried: boolean } | null = null;
  private hinting: Asked<Thought> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keeping: Promise<unknown> = Promise.resolve();
  private beginning: Promise<void> = Promise.resolve();

  constructor() {
    super();
    games.listen((note) => void this.hear(note));
    this.lock.onlost = () => this.leaveToOther();
    this.lock.onfreed = () => void this.goOn();
  }

  /** Opens a game, or the one that was open last, or begins one. */
  begin(id: string | null, spec: NewGame): Promise<void> {
    this.beginning = this.beginning.then(() => (id || !this.played ? this.openOrStart(id, spec) : undefined));
    return this.beginning;
  }

  private async openOrStart(id: string | null, spec: NewGame) {
    const known = id ?? localStorage.getItem(KEY);
    if (known && (await this.open(known))) return;
    await this.start(spec, false);
    if (id) messages.tell(text.message.noSuchGame);
  }

  /** Begins a game; one that nobody has asked for is kept from its first move on. */
  async start({ kind, level = 1, side = 'black', rules, start, clock, style }: NewGame, isAsked = true): Promise<boolean> {
    const computer: Seat = level > 10 ? 'full' : { level };
    const own = side === 'random' ? (Math.random() < 0.5 ? 'black' : 'white') : side;
    const seats: [Seat, Seat] = kind === 'two' ? ['shared', 'shared'] : own === 'black' ? ['person', computer] : [computer, 'person'];
    return this.deal({ seats, ...(rules && { rules }), ...(start && { start }), ...(clock && { clock }) }, isAsked, style);
  }

  /** Goes on with a game of this browser. */
  async open(id: string): Promise<boolean> {
    const saved = await attempt(() => games.get(id));
    if (!saved) return false;
    await this.keeping;
    await this.lock.take(id);
    this.isUnasked = false;
    const answer = this.try({ type: 'table_open', stored: saved.stored, ...chance(), now: Date.now() });
    if (!answer) return false;
    this.sit(saved, answer);
    return true;
  }

  /** Plays here what another tab has played so far. */
  takeOver = async () => {
    const { saved } = this;
    if (!saved) return;
    await this.lock.steal(saved.id);
    games.tell({ type: 'taken', id: saved.id });
    await this.goOn();
  };

  /** Goes on from where another tab has left the game. */
  private async goOn() {
    const { saved } = this;
    if (!saved) return;
    const latest = (await games.get(saved.id)) ?? saved;
    const answer = this.saved?.id === saved.id && this.try({ type: 'table_open', stored: latest.stored, ...chance(), now: Date.now() });
    if (!answer) return;
    messages.forget();
    this.sit(latest, answer);
  }

  speaksFor(side: Side): boolean {
    const seat = this.now?.seats[side === 'black' ? 0 : 1];
    return seat !== undefined && !isComputer(seat) && !this.isElsewhere;
  }

  async play(move: MoveInfo) {
    this.make(move.text);
  }

  playTyped = async (typed: string): Promise<boolean> => {
    if (this.moves.length === 0) {
      this.refuseMove();
      return false;
    }
    const style = this.styled && this.saved?.style;
    try {
      return this.make(style ? ask('text', { type: 'style', name: style, typed }).text : typed);
    } catch (error) {
      messages.refuse(error, this.now?.turn, this.speaker);
      return false;
    }
  };

  override get lower(): Side | null {
    return this.styled?.white_below ? 'white' : null;
  }

  override get speaker(): Speaker {
    return this.named;
  }

  override get ending(): string {
    const { result, fen } = this.now ?? {};
    if (!result?.winner || !this.styled?.counts_pieces || !fen) return super.ending;
    const own = result.winner === 'black' ? 'b' : 'w';
    const left = piecesOfFen(fen).filter((kind) => kind?.toLowerCase() === own).length;
    return text.style.ending(this.called(result.winner), this.called(otherSide(result.winner)), left, result.reason) ?? super.ending;
  }

  /** Plays a move that somebody else proposed, if the person may move here. */
  tryMove = (move: MoveInfo) => {
    if (this.moves.some((other) => other.text === move.text)) this.make(move.text);
    else this.refuseMove();
  };

  refuseMove() {
    if (!this.now) return;
    if (this.isElsewhere) messages.tell(text.games.elsewhere);
    else if (!this.isAtHead) messages.tell(text.message.lookingBack);
    else if (this.now.result) messages.tell(text.message.gameOver);
    else if (!this.isOwnTurn) messages.tell(text.message.notYourTurn);
  }

  act = (command: Command) => {
    messages.clear();
    return this.ask({ type: 'table_act', command, now: Date.now() });
  };

  undo = () => this.act({ type: 'ask_takeback' });
  redo = () => this.act({ type: 'redo' });

  /** Begins the game anew, with a way back to where it was. */
  restart = () => {
    const { saved } = this;
    if (!this.act({ type: 'restart' }) || !saved) return;
    messages.offer(text.message.restarted, text.play.undoThat, async () => {
      await this.keeping;
      await attempt(() => games.put(saved));
      await this.open(saved.id);
    });
  };
  pause = () => this.ask({ type: 'table_pause', is_paused: !this.answer?.is_paused, now: Date.now() });

  /** Has the computer play what it has found so far. */
  moveNow = () => {
    const { asked } = this;
    if (!asked) return void this.ask({ type: 'table_hurry', now: Date.now() });
    asked.isHurried = true;
    asked.question.stop();
  };

  /** The same once more, with sides changed. */
  rematch = async () => {
    const { now, saved, answer } = this;
    if (!now || !saved || !answer) return;
    const { terms } = JSON.parse(saved.stored) as { terms?: { control?: TimeControl } };
    const [black, white] = now.seats as [Seat, Seat];
    const start = openingOf(answer);
    await this.deal({ seats: [white, black], rules: answer.rules, start, ...(terms?.control && { clock: terms.control }) }, true, saved.style);
  };

  /** Has the engine advise a move. */
  askHint = async () => {
    const { played, answer } = this;
    if (!played || !answer || this.moves.length === 0) return this.refuseMove();
    messages.tell(text.message.thinkingHint);
    const game = { fen: answer.start, rules: answer.rules, moves: played.moves.map((move) => move.text) };
    this.hinting?.stop();
    this.hinting = engine.hint(game);
    const thought = await attempt(() => this.hinting!.found);
    if (!thought || this.played?.moves !== played.moves) return;
    const words = hintOf(played, thought);
    const move = played.legal.find((move) => move.text === words?.move);
    if (!words || !move) return messages.clear();
    this.hint = { move, words };
    const { move: named } = this.speaker;
    messages.tell(text.codes.hint({ ...words, move: named(words.move), line: words.line?.map(named) ?? [] }));
  };

  /** The game as a game file. */
  pdn(): string {
    return this.saved ? pdnOf(this.saved) : '';
  }

  private async deal(spec: Omit<Extract<RulesRequest, { type: 'table_new' }>, 'type' | 'seed' | 'now'>, isAsked = true, style?: string): Promise<boolean> {
    const now = Date.now();
    await this.keeping;
    const id = newId();
    // A game that has no moves is not worth keeping beside the new one.
    const empty = this.saved && this.answer && this.answer.moves.length === this.answer.ballot_plies && !this.saved.name ? this.saved.id : null;
    const answer = this.try({ type: 'table_new', ...spec, ...chance(), now });
    if (!answer) return false;
    await this.lock.take(id);
    this.isUnasked = !isAsked;
    this.sit({ id, created: now, changed: now, stored: '', ...(style && { style }), summary: summaryOf(answer) }, answer);
    if (empty) void games.remove(empty);
    return true;
  }

  /** Another game comes to the table. */
  private sit(saved: Saved, answer: TableAnswer) {
    this.think(null);
    this.hinting?.stop();
    this.clear();
    this.hint = null;
    this.saved = saved;
    localStorage.setItem(KEY, saved.id);
    this.answer = null;
    this.follow(answer);
  }

  private make(move: string): boolean {
    messages.clear();
    const { now, answer } = this;
    if (!now || !answer) return false;
    return this.ask({ type: 'table_act', command: { type: 'move', ply: now.ply, move, seen: answer.seq }, now: Date.now() });
  }

  /** Asks the rules for something about the open game, and tells if they refuse. */
  private ask(request: RulesRequest): boolean {
    if (this.isElsewhere) {
      messages.tell(text.games.elsewhere);
      return false;
    }
    const answer = this.try(request);
    // What was refused may still have changed something: a flag may have fallen.
    const now = answer ?? this.try({ type: 'table_look', now: Date.now() });
    if (now) this.follow(now);
    return answer !== null;
  }

  private try(request: RulesRequest): TableAnswer | null {
    try {
      return ask('table', request);
    } catch (error) {
      messages.refuse(error, this.now?.turn, this.speaker);
      if (!(error instanceof Refused)) console.error(error);
      return null;
    }
  }

  private follow(answer: TableAnswer) {
    const isNews = answer.seq !== this.answer?.seq || !this.saved?.stored;
    const { now, rules, moves, fens, position, opening } = answer;
    if (isNews) this.hint = null;
    if (moves.length > answer.ballot_plies) this.isUnasked = false;
    this.answer = answer;
    if (now.clock) this.since = performance.now() - Math.max(0, Date.now() - now.clock.at);
    this.take({ id: this.saved!.id, rules, now, moves, fens, legal: position.moves, opening: opening ?? undefined });
    for (const news of answer.news) this.tell(news);
    if (this.isElsewhere) return;
    if (isNews && !this.isUnasked) this.keep(answer);
    this.think(answer);
    this.wake(answer.wakes_at ?? undefined);
  }

  /** Keeps the game as it is. */
  private keep(answer: TableAnswer) {
    if (!this.saved) return;
    const { text: stored } = ask('text', { type: 'table_stored' });
    const saved: Saved = { ...this.saved, stored, changed: Date.now(), summary: summaryOf(answer) };
    this.saved = saved;
    this.keeping = this.keeping.then(async () => {
      // It may have got a name meanwhile.
      const name = (await games.get(saved.id))?.name ?? saved.name;
      await attempt(() => games.put({ ...saved, ...(name && { name }) }));
    });
  }

  /** Has the engine think about what the game wants to know, and about nothing else. */
  private think(answer: TableAnswer | null) {
    const question = answer?.question;
    if (question && question.id === this.asked?.id) return;
    this.asked?.question.stop();
    this.asked = null;
    if (question) this.put(question.id, { game: question.game as object, ask: question.ask as object });
  }

  private put(id: number, about: object, isHurried = false) {
    const question = engine.ask<Thought>({ type: 'think', ...about } as Parameters<typeof engine.ask>[0]);
    const asked = { id, question, isHurried };
    this.asked = asked;
    question.found.then(
      (thought) => {
        // It was stopped because something else counts now.
        if (this.asked !== asked) return;
        if (!thought?.best && !thought?.report) return this.hurry(id);
        this.asked = null;
        const forBlack = thought.report?.lines[0]?.score.for_black;
        const best = thought.best?.text;
        this.ask({ type: 'table_answered', id, best: best ?? null, for_black: forBlack ?? null, now: Date.now() });
        if (asked.isHurried) this.ask({ type: 'table_hurry', now: Date.now() });
      },
      (error: unknown) => {
        if (this.asked !== asked) return;
        console.error(error);
        messages.refuse(error);
      },
    );
  }

  /** Stopped before anything was found: the first move that it sees will do. */
  private hurry(id: number) {
    const question = this.answer?.question;
    if (question?.id !== id) return;
    this.put(id, { game: question.game, ask: { ...question.ask, limits: { depth: 1 } } }, true);
  }

  private wake(at: number | undefined) {
    clearTimeout(this.timer);
    if (at === undefined) return;
    const wait = Math.min(LONGEST, Math.max(0, at - Date.now()));
    this.timer = setTimeout(() => this.ask({ type: 'table_tick', now: Date.now() }), wait);
  }

  /** Another tab plays the game from now on. */
  private leaveToOther() {
    this.think(null);
    clearTimeout(this.timer);
  }

  private async hear({ type, id }: Note) {
    if (id !== this.saved?.id) return;
    if (type === 'taken') this.lock.lose();
    if (type !== 'changed' || !this.isElsewhere) return;
    const saved = await games.get(id);
    if (!saved || !this.isElsewhere) return;
    const answer = this.try({ type: 'table_open', stored: saved.stored, ...chance(), now: Date.now() });
    if (!answer) return;
    this.saved = saved;
    const before = this.answer?.moves.length;
    this.follow(answer);
    if (before !== undefined && answer.moves.length === before + 1) this.tellMove(before);
  }

  private tell(news: TableNews) {
    if (news.type === 'draw_declined') return messages.tell(text.codes.declined(news.reason as DeclineCode));
    const { event } = news;
    switch (event.type) {
      case 'move':
        return this.tellMove(event.ply);
      case 'taken_back':
      case 'redone':
        return messages.announce(text.message.backAt(event.ply));
      case 'restarted':
      case 'set_up':
        return messages.announce(text.message.backAt(0));
      case 'ended':
        return messages.announce(this.ending);
      case 'draw_offered':
        if (!this.speaksFor(event.side)) messages.announce(text.codes.offered);
        else if (this.speaksFor(otherSide(event.side))) messages.announce(text.play.offered(this.called(event.side)));
    }
  }
}

function summaryOf({ now, rules, moves, opening }: TableAnswer): Saved['summary'] {
  return {
    seats: now.seats as [Seat, Seat],
    plies: moves.length,
    fen: now.fen,
    rules,
    result: now.result ?? undefined,
    opening: opening ?? undefined,
  };
}

/** How a game began: with a ballot, or from a position. */
function openingOf({ ballot_plies: plies, moves, start }: TableAnswer): Opening {
  const begun = moves.slice(0, plies).map((move) => move.text).join();
  const ballot = plies > 0 ? ask('ballots', { type: 'ballots' }).ballots.find((ballot) => ballot.moves.join() === begun) : undefined;
  return ballot ? { from: 'ballot', number: ballot.number } : { from: 'fen', fen: start };
}

/** Where the chance of a game comes from. */
function chance() {
  return { seed: Math.floor(Math.random() * 2 ** 32) };
}

export const table = new Table();
