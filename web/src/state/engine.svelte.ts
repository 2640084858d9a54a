// The engine as it thinks about the position that is looked at: the server's where it answers, this browser's otherwise.

import type { AnalysisMessage, AnalysisReport } from '../api/types';
import type { Arrow } from '../board/marks';
import { engine as own, Refused, type Asked, type GameText, type Thought } from '../engine/client';
import { text } from '../text';
import { Analyst } from './analyst';
import { settings } from './settings.svelte';

/** A move that is worse by the inverse of this, on the scale of the bar, is no move to point at. */
const SPOILED = 3;

class Engine {
  isOn = $state(false);
  /** The newest report. It stays until the next one comes, so that nothing flickers. */
  report: AnalysisReport | null = $state.raw(null);
  /** Why there is nothing more to report. */
  note: (() => string) | null = $state.raw(null);
  queued = $state(0);
  /** Whose engine it is; null until that is known. */
  where: 'server' | 'browser' | null = $state(null);

  private analyst: Analyst | null = null;
  private thinking: Asked<Thought> | null = null;
  private question: { game: GameText; lines: number } | null = null;
  private request = 0;
  private asked = '';

  /** Is the report about this position? If not, the one about it is on its way. */
  isAbout(fen: string | undefined): boolean {
    return this.report?.fen === fen;
  }

  /** The first moves of the lines, each as strong as it is good. One that spoils the game has no arrow. */
  arrows(fen: string | undefined): Arrow[] {
    const { report } = this;
    if (!this.isOn || !report || !this.isAbout(fen)) return [];
    const best = report.lines[0]?.score.balance ?? 0;
    const arrows = report.lines.map(({ moves, score }, i): Arrow => {
      const weight = 1 - SPOILED * Math.abs(best - score.balance);
      return { squares: moves[0]?.route ?? [], kind: i === 0 ? 'best' : 'other', weight };
    });
    return arrows.filter(({ squares, weight }) => squares.length > 1 && weight! > 0).reverse();
  }

  toggle = () => {
    this.isOn = !this.isOn;
    if (!this.isOn) this.stop();
  };

  /** Thinks about the position after these moves from now on. */
  follow(game: GameText) {
    const question = { game, lines: settings.lines };
    // A comment that was saved is no reason to think anew.
    const key = JSON.stringify(question);
    if (key === this.asked) return;
    this.asked = key;
    this.question = question;
    this.analyst ??= new Analyst((message) => this.hear(message), (isThere) => {
      this.where = isThere ? 'server' : 'browser';
      this.ask();
    });
    this.ask();
  }

  stop() {
    this.question = null;
    this.asked = '';
    this.analyst?.close();
    this.analyst = null;
    this.thinking?.stop();
    this.thinking = null;
    this.where = null;
    this.report = null;
    this.note = null;
  }

  private ask() {
    const { question, where } = this;
    this.note = null;
    this.queued = 0;
    this.thinking?.stop();
    this.thinking = null;
    this.request += 1;
    if (!question || !where) return;
    if (where === 'server') this.analyst?.send({ type: 'start', request: this.request, ...question.game, lines: question.lines });
    else this.thinkHere(question);
  }

  private thinkHere({ game, lines }: { game: GameText; lines: number }) {
    const request = this.request;
    const isCurrent = () => request === this.request && this.question !== null;
    this.thinking = own.analyze(game, lines, (report) => isCurrent() && (this.report = report));
    this.thinking.found.then(
      (thought) => thought?.is_done && isCurrent() && (this.note = () => text.engine.done),
      (error: Error) => isCurrent() && (this.note = () => (error instanceof Refused ? text.codes.error({ code: error.code, message: error.message, with: error.why }) : text.message.broken)),
    );
  }

  private hear(message: AnalysisMessage) {
    if (message.type === 'closing' || message.request !== this.request) return;
    if (message.type === 'report') {
      this.queued = 0;
      this.report = message;
    } else if (message.type === 'queued') this.queued = message.ahead;
    else if (message.type === 'done') {
      const { result } = message;
      this.note = () => (result ? text.result(result) : text.engine.done);
    } else if (message.type === 'error') {
      const { error } = message;
      this.note = () => text.codes.error(error);
    }
  }
}

export const engine = new Engine();
