// What is drawn on the board besides its pieces.

import type { Color } from '../state/tree';

export interface Arrow {
  /** From square to square; a single square is ringed. */
  squares: readonly number[];
  kind: 'drawn' | 'best' | 'other' | 'hint' | 'premove';
  /** Of one that was drawn. */
  color?: Color;
  /** How much it counts, from 0 to 1. */
  weight?: number;
}

/** A short text on a square, as a verdict on the move that ends there. */
export interface Tag {
  text: string;
  kind: 'win' | 'draw' | 'loss' | 'plain';
}

/** What is written on the squares: numbers, letters with digits, nothing, or names of their own from square 1 on. */
export type Names = 'numbers' | 'algebraic' | 'none' | readonly string[];

export interface Marks {
  /** May move. */
  movable: ReadonlySet<number>;
  /** Must jump. */
  forced: ReadonlySet<number>;
  /** May be gone to. */
  targets: ReadonlySet<number>;
  /** Is in the hand. */
  held: number | null;
  /** Was left or reached by the last move. */
  last: ReadonlySet<number>;
  /** Is jumped by the move in the making. */
  doomed: ReadonlySet<number>;
  /** Has its bit set in the mask that is looked at. */
  bits: ReadonlySet<number> | null;
  tags: ReadonlyMap<number, Tag>;
}

const none: ReadonlySet<number> = new Set();

export const NO_MARKS: Marks = {
  movable: none,
  forced: none,
  targets: none,
  held: null,
  last: none,
  doomed: none,
  bits: null,
  tags: new Map(),
};
