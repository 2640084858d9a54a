// A move prepared while the computer thinks: from a square to a square, whatever the position will be.

import type { MoveInfo } from '../api/types';

export class Premove {
  from: number | null = $state(null);
  to: number | null = $state(null);

  take(square: number) {
    this.from = square;
    this.to = null;
  }

  touch(square: number, isOwn: boolean) {
    if (isOwn && square !== this.from) this.take(square);
    else if (this.from === null || square === this.from) this.drop();
    else this.to = square;
  }

  drop() {
    this.from = null;
    this.to = null;
  }

  /** The prepared move, if it is one of these now; it is forgotten then. */
  redeem(moves: readonly MoveInfo[]): MoveInfo | 'gone' | null {
    if (moves.length === 0 || this.from === null) return null;
    const { from, to } = this;
    this.drop();
    if (to === null) return null;
    const fitting = moves.filter((move) => move.route[0] === from);
    const exact = fitting.filter((move) => move.route.at(-1) === to);
    const begun = fitting.filter((move) => move.route[1] === to);
    const found = exact.length > 0 ? exact : begun;
    return found.length === 1 ? found[0]! : 'gone';
  }
}
