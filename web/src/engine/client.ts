// The engine in the browser, as the page asks it. Its worker is started with the first question, and again after a crash.

import type { AnalysisReport, ReviewMove, ReviewSummary } from '../api/types';
import { Crashed, Refused } from './module';
import type { Answer, GameText, Limits, Order, Question, Request, Reviewed, Thought, Told, Verdicts } from './words';

export { Crashed, Refused };
export type { GameText, Limits, Thought, Verdicts };

/** A question that was asked. */
export interface Asked<Found> {
  /** What was found; null when it was stopped before anything was. Fails with `Refused` or `Crashed`. */
  readonly found: Promise<Found | null>;
  /** Makes it answer with what it has found so far. */
  stop(): void;
}

export interface MoveOptions {
  /** From 1 to 10, or full strength. */
  level: number | 'full';
  limits?: Limits;
  /** Decides what is left to chance; another one each time if it is left out. */
  seed?: number;
}

interface Pending {
  question: Question;
  hear: (answer: Answer) => unknown;
  /** The answer so far. */
  last: Answer | null;
  settle: (answer: Answer | null) => void;
  fail: (error: Error) => void;
}

/** A move to advise, and what the second best is worth. */
const HINT = { lines: 2, milliseconds: 700 };
/** What the position is worth, to decide about a draw offer. */
const JUDGE = { lines: 1, milliseconds: 400 };

export class EngineClient {
  private worker: Worker | null = null;
  private asked = new Map<number, Pending>();
  private id = 0;

  /** A move to play. */
  move(game: GameText, { level, limits, seed }: MoveOptions): Asked<Thought> {
    const strength = level === 'full' ? 'full' : `level ${level}`;
    seed ??= Math.floor(Math.random() * 2 ** 32);
    return this.ask({ type: 'think', game, ask: { type: 'move', strength, seed, limits } });
  }

  /** The best lines within limits. */
  lines(game: GameText, count: number, limits: Limits): Asked<Thought> {
    return this.ask({ type: 'think', game, ask: { type: 'lines', count, limits } });
  }

  /** Two lines, to advise a move. */
  hint(game: GameText): Asked<Thought> {
    return this.lines(game, HINT.lines, { milliseconds: HINT.milliseconds });
  }

  /** One line, to answer a draw offer. */
  judge(game: GameText): Asked<Thought> {
    return this.lines(game, JUDGE.lines, { milliseconds: JUDGE.milliseconds });
  }

  /**
   * Thinks about a position until it is stopped or there is nothing more to find. What is heard only gets better. Other
   * questions come first.
   */
  analyze(game: GameText, count: number, hear: (report: AnalysisReport) => void): Asked<Thought> {
    const request: Request = { type: 'think', game, ask: { type: 'lines', count } };
    return this.ask<Thought>(request, true, ({ report }) => report && hear(report));
  }

  /** Judges the moves of a game, one after the other. Other questions come first. */
  review(game: GameText, milliseconds: number | undefined, hear: (move: ReviewMove) => void): Asked<ReviewSummary> {
    const request: Request = { type: 'review', game, milliseconds };
    const asked = this.ask<Reviewed>(request, true, ({ judged }) => judged && hear(judged));
    return { found: asked.found.then((reviewed) => reviewed?.summary ?? null), stop: asked.stop };
  }

  /** What the endgame database says about a position and its moves. */
  verdicts(game: GameText): Asked<Verdicts> {
    return this.ask({ type: 'verdicts', game });
  }

  /** Forgets what was found, as between games. */
  forget(): Asked<Answer> {
    return this.ask({ type: 'forget' });
  }

  /** Asks anything. A patient question gives way to others. */
  ask<Found extends Answer>(request: Request, isPatient = false, hear: (answer: Found) => unknown = () => {}): Asked<Found> {
    const id = ++this.id;
    const question = { id, request, isPatient };
    const found = new Promise<Found | null>((settle, fail) => {
      // An answer is of the kind that was asked for.
      this.asked.set(id, { question, hear, last: null, settle, fail } as Pending);
    });
    this.send(question);
    return { found, stop: () => this.stop(id) };
  }

  /** Ends everything; the next question starts anew. */
  close() {
    this.worker?.terminate();
    this.worker = null;
    for (const { settle, last } of this.asked.values()) settle(last);
    this.asked.clear();
  }

  private stop(id: number) {
    const pending = this.asked.get(id);
    if (!pending) return;
    this.asked.delete(id);
    this.worker?.postMessage({ stop: id } satisfies Order);
    pending.settle(pending.last);
  }

  private send(order: Order) {
    this.worker ??= this.start();
    this.worker.postMessage(order);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
    // The worker itself cannot be loaded, or fails outside of the module.
    worker.onerror = (event) => this.hear({ id: null, crashed: event.message ?? 'the worker cannot be started' });
    return worker;
  }

  private hear(told: Told) {
    if ('crashed' in told) return this.restart(told.id, new Crashed(told.crashed));
    const pending = this.asked.get(told.id);
    // It may have been stopped meanwhile.
    if (!pending) return;
    if ('refused' in told) {
      this.asked.delete(told.id);
      pending.fail(new Refused(told.refused.code, told.refused.message));
      return;
    }
    pending.last = told.answer;
    pending.hear(told.answer);
    if (told.isLast) {
      this.asked.delete(told.id);
      pending.settle(told.answer);
    }
  }

  /** Whatever made it crash is not asked again; the rest is. */
  private restart(id: number | null, error: Crashed) {
    console.error('the engine crashed:', error.message);
    this.worker?.terminate();
    this.worker = null;
    for (const [other, { fail, question }] of [...this.asked]) {
      if (id === null || other === id) {
        this.asked.delete(other);
        fail(error);
      } else this.send(question);
    }
  }
}

/** The one of this page. */
export const engine = new EngineClient();
