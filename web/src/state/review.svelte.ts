// A game judged move by move: by the server's engine where it answers, by this browser's otherwise.

import { refusalOf } from '../api/http';
import type { AnalysisMessage, ReviewMove, ReviewSummary } from '../api/types';
import { engine, type Asked, type GameText } from '../engine/client';
import { Analyst } from './analyst';
import { messages } from './messages.svelte';
import type { Found } from './shelf';

/** A game to judge: its text, its moves, and the nodes after them. */
export interface Reviewed {
  id: string;
  pdn: string;
  game: GameText;
  nodes: readonly number[];
  /** Hears what was found when all moves were judged. */
  done: (found: Found) => void;
}

/** Is it a move that should have been another? */
export const isMistake = (move: Pick<ReviewMove, 'mark'>) => move.mark?.includes('?') ?? false;

class Review {
  /** The game that is judged. */
  game: string | null = $state(null);
  moves: readonly ReviewMove[] = $state.raw([]);
  summary: ReviewSummary | null = $state.raw(null);
  isRunning = $state(false);
  /** The nodes after the moves. */
  private nodes: readonly number[] = $state.raw([]);
  private analyst: Analyst | null = null;
  private asked: Asked<ReviewSummary> | null = null;
  readonly mistakes: readonly ReviewMove[] = $derived(this.moves.filter(isMistake));
  private done: Reviewed['done'] = () => {};
  private readonly byNode = $derived(new Map(this.moves.map((move) => [this.nodes[move.ply - 1], move])));

  of(node: number): ReviewMove | undefined {
    return this.byNode.get(node);
  }

  /** The nearest mistake after a ply, or before it. */
  mistakeFrom(ply: number, by: 1 | -1): ReviewMove | undefined {
    return by > 0 ? this.mistakes.find((move) => move.ply > ply) : this.mistakes.findLast((move) => move.ply < ply);
  }

  /** The node after a move of the game. */
  nodeAfter(ply: number): number | undefined {
    return this.nodes[ply - 1];
  }

  start(reviewed: Reviewed) {
    this.clear();
    this.game = reviewed.id;
    this.nodes = reviewed.nodes;
    this.done = reviewed.done;
    this.isRunning = true;
    this.analyst = new Analyst((message) => this.hear(message), (isThere) => {
      this.moves = [];
      if (isThere) this.analyst?.send({ type: 'review', request: 1, pdn: reviewed.pdn });
      else this.judgeHere(reviewed.game);
    });
  }

  /** Shows what was found before. */
  show(game: string, nodes: readonly number[], { moves, summary }: Found) {
    this.clear();
    [this.game, this.nodes, this.moves, this.summary] = [game, nodes, moves, summary];
  }

  clear() {
    this.leave();
    this.game = null;
    this.moves = [];
    this.summary = null;
    this.isRunning = false;
  }

  private judgeHere(game: GameText) {
    // Once begun here it is ended here.
    this.leave();
    const asked = engine.review(game, undefined, (move) => (this.moves = [...this.moves, move]));
    this.asked = asked;
    asked.found.then(
      (summary) => asked === this.asked && this.finish(summary),
      (error: Error) => {
        if (asked !== this.asked) return;
        messages.refuse(error);
        this.finish(null);
      },
    );
  }

  private hear(message: AnalysisMessage) {
    if (message.type === 'review_move') this.moves = [...this.moves, message];
    else if (message.type === 'review_done') this.finish(message);
    else if (message.type === 'error') {
      messages.refuse(refusalOf(message.error));
      this.finish(null);
    }
  }

  private finish(summary: ReviewSummary | null) {
    this.summary = summary;
    this.isRunning = false;
    this.leave();
    if (summary) this.done({ moves: this.moves, summary });
  }

  private leave() {
    this.analyst?.close();
    this.analyst = null;
    const { asked } = this;
    this.asked = null;
    asked?.stop();
  }
}

export const review = new Review();
