// Words as people see them. Which bit is which square: bit n of 32 is square n + 1; bit 0 of 64 is a1.

import { placeOf, SQUARES } from '../board/geometry';
import type { Kind, Pieces } from '../board/pieces';

/** The 64-bit position of a square. */
export function bit64(square: number): number {
  const { row, column } = placeOf(square);
  return 8 * (7 - row) + column;
}

/** The square of each of the 64 bits; null for light squares. */
export const SQUARE_OF_64: readonly (number | null)[] = (() => {
  const squares: (number | null)[] = Array(64).fill(null);
  for (const square of SQUARES) squares[bit64(square)] = square;
  return squares;
})();

export function hex(word: number): string {
  return `0x${(word >>> 0).toString(16).toUpperCase().padStart(8, '0')}`;
}

/** The 64-bit mask of a square. */
export function hex64(square: number): string {
  return `0x${(1n << BigInt(bit64(square))).toString(16).toUpperCase().padStart(16, '0')}`;
}

/** The digits of a binary text, the highest bit first, without prefix and underscores. */
export function digitsOf(binary: string): string[] {
  return [...binary.replace(/^0b/, '').replaceAll('_', '')];
}

/** The same in the groups of the text. */
export function digitGroups(binary: string): string[][] {
  return binary.replace(/^0b/, '').split('_').map((group) => [...group]);
}

/** Groups of digits, as many as make a row of the board. */
export function groupsOf<T>(digits: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(digits.length / size) }, (_, i) => digits.slice(i * size, (i + 1) * size));
}

/** A word as it is shown; its squares are known where its bits are squares. */
export interface Shown {
  hex: string;
  binary: string;
  squares?: readonly number[];
}

/** A mask of a position as a word of 32 bits. */
export const shown = ({ hex32, binary32, squares }: { hex32: string; binary32: string; squares: number[] }): Shown => ({
  hex: hex32,
  binary: binary32,
  squares,
});

/** A word with the bit of a square turned over. */
export function toggled(hex: string, square: number): string {
  const isWide = hex.length > 10;
  const bit = 1n << BigInt(isWide ? bit64(square) : square - 1);
  return `0x${(BigInt(hex) ^ bit).toString(16).toUpperCase().padStart(isWide ? 16 : 8, '0')}`;
}

/** The pieces of three sets of squares. */
export function piecesOf(black: ReadonlySet<number>, white: ReadonlySet<number>, kings: ReadonlySet<number>): Pieces {
  return SQUARES.map((square): Kind | null => {
    if (black.has(square)) return kings.has(square) ? 'B' : 'b';
    return white.has(square) ? (kings.has(square) ? 'W' : 'w') : null;
  });
}
