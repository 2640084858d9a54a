// Words as people see them. Which bit is which square: bit n of 32 is square n + 1; bit 0 of 64 is a1.

import { placeOf, SQUARES } from '../board/geometry';

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

/** Groups of digits, as many as make a row of the board. */
export function groupsOf<T>(digits: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(digits.length / size) }, (_, i) => digits.slice(i * size, (i + 1) * size));
}
