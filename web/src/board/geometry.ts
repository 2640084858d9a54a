// Where the squares are. The board is 8 cells of 100 units wide; square 1 is b8 and White sits at the bottom.

export const CELL = 100;
export const SIDE = 8 * CELL;
export const SQUARES: readonly number[] = Array.from({ length: 32 }, (_, i) => i + 1);

export interface Place {
  /** Counted from the top of the board as it is shown. */
  row: number;
  /** Counted from the left. */
  column: number;
}

/** Where a square is shown. */
export function placeOf(square: number, flipped = false): Place {
  const row = (square - 1) >> 2;
  const column = 2 * ((square - 1) & 3) + (row % 2 === 0 ? 1 : 0);
  return flipped ? { row: 7 - row, column: 7 - column } : { row, column };
}

/** The dark square at a place, if there is one. */
export function squareAt({ row, column }: Place, flipped = false): number | null {
  if (row < 0 || row > 7 || column < 0 || column > 7) return null;
  const [r, c] = flipped ? [7 - row, 7 - column] : [row, column];
  return (r + c) % 2 === 1 ? 4 * r + (c >> 1) + 1 : null;
}

/** The middle of a square in units of the board. */
export function centerOf(square: number, flipped = false): { x: number; y: number } {
  const { row, column } = placeOf(square, flipped);
  return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
}

/** The name of a square with a letter and a digit, as in b8. */
export function algebraicOf(square: number): string {
  const { row, column } = placeOf(square);
  return `${'abcdefgh'[column]}${8 - row}`;
}

/** The squares of each row as it is shown, from the top. */
export function rowsOf(flipped: boolean): number[][] {
  return Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => squareAt({ row, column }, flipped)).filter((s) => s !== null),
  );
}

/** The square that a jump between two squares passes over. */
export function between(from: number, to: number): number | null {
  const [a, b] = [placeOf(from), placeOf(to)];
  if (Math.abs(a.row - b.row) !== 2 || Math.abs(a.column - b.column) !== 2) return null;
  return squareAt({ row: (a.row + b.row) / 2, column: (a.column + b.column) / 2 });
}
