import { expect, test } from 'vitest';
import { SQUARES, algebraicOf, between, centerOf, placeOf, rowsOf, squareAt } from '../src/board/geometry';

test('square 1 is b8 and square 32 is g1', () => {
  expect([1, 4, 5, 29, 32].map(algebraicOf)).toEqual(['b8', 'h8', 'a7', 'a1', 'g1']);
});

test('every square is found again at its place, turned or not', () => {
  for (const flipped of [false, true]) {
    expect(SQUARES.map((square) => squareAt(placeOf(square, flipped), flipped))).toEqual(SQUARES);
  }
});

test('a turned board has square 32 where square 1 was', () => {
  expect(placeOf(32, true)).toEqual(placeOf(1));
  expect(centerOf(32, true)).toEqual(centerOf(1));
});

test('light squares and places beside the board are no squares', () => {
  expect(squareAt({ row: 0, column: 0 })).toBeNull();
  expect(squareAt({ row: -1, column: 0 })).toBeNull();
  expect(squareAt({ row: 0, column: 8 })).toBeNull();
});

test('rows are listed as they are shown', () => {
  expect(rowsOf(false)[0]).toEqual([1, 2, 3, 4]);
  expect(rowsOf(true)[0]).toEqual([32, 31, 30, 29]);
  expect(rowsOf(true).flat().toReversed()).toEqual(SQUARES);
});

test('a jump passes over the square in the middle', () => {
  expect(between(22, 15)).toBe(18);
  expect(between(15, 22)).toBe(18);
  expect(between(1, 10)).toBe(6);
});

test('a step passes over nothing, nor do squares far apart', () => {
  expect(between(11, 15)).toBeNull();
  expect(between(1, 3)).toBeNull();
  expect(between(1, 32)).toBeNull();
});
