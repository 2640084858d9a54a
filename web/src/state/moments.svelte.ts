// The moments by which a game was decided, found by the engine of this browser when the game is over.

import type { ReviewMove, ReviewSummary } from '../api/types';
import { engine, type Asked } from '../engine/client';
import type { Played } from './played.svelte';

/** How long each position is looked at, in milliseconds. */
const PATIENCE = 80;
/** The fewest moves that are worth a look. */
const FEWEST = 4;

class Moments {
  /** The moves that decided it; null until they are found. */
  list: readonly ReviewMove[] | null = $state.raw(null);
  isLooking = $state(false);
  private game = '';
  private asked: Asked<ReviewSummary> | null = null;

  /** Looks for them in a game that is over. */
  look({ id, moves, fens, rules }: Played) {
    const key = `${id} ${moves.length}`;
    if (key === this.game) return;
    this.leave();
    if (moves.length < FEWEST) return;
    this.game = key;
    this.isLooking = true;
    const judged: ReviewMove[] = [];
    const game = { fen: fens[0]!, rules, moves: moves.map((move) => move.text) };
    const asked = engine.review(game, PATIENCE, (move) => void judged.push(move));
    this.asked = asked;
    const show = (summary: ReviewSummary | null) => {
      if (asked !== this.asked) return;
      this.isLooking = false;
      this.list = (summary?.key_moments ?? []).map((ply) => judged[ply - 1]!);
    };
    // Nobody has asked for them, so nobody is told that they could not be found.
    asked.found.then(show, () => show(null));
  }

  /** Forgets the game. */
  leave() {
    const { asked } = this;
    this.asked = null;
    this.game = '';
    this.list = null;
    this.isLooking = false;
    asked?.stop();
  }
}

export const moments = new Moments();
