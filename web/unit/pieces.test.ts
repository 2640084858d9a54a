import { describe, expect, test } from 'vitest';
import { fenOf, follow, isKing, piecesOfFen, sameSide } from '../src/board/pieces';

const START = 'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12';
const pieces = (fen: string) => piecesOfFen(fen);
const at = (list: ReturnType<typeof follow>, square: number) => list.find((piece) => piece.square === square);

describe('FEN', () => {
  test('pieces are on their squares', () => {
    const found = pieces('W:W18,K31:B6,K14');
    expect([found[17], found[30], found[5], found[13], found[0]]).toEqual(['w', 'W', 'b', 'B', null]);
  });

  test('what is written is read again', () => {
    expect(fenOf(pieces(START), 'black')).toBe(START);
    expect(fenOf(pieces('W:WK1:B'), 'white')).toBe('W:WK1:B');
  });

  test('squares that are none are left out', () => {
    expect(pieces('B:W0,33,x:B').every((kind) => kind === null)).toBe(true);
  });
});

describe('pieces from one position to the next', () => {
  test('the one that moves keeps who it is, and the others stay', () => {
    const before = follow([], pieces('B:W21:B11,12'), null);
    const after = follow(before, pieces('W:W21:B12,15'), [11, 15]);
    expect(at(after, 15)).toMatchObject({ id: at(before, 11)!.id, route: [11, 15] });
    expect(at(after, 12)).toMatchObject({ id: at(before, 12)!.id, route: [] });
    expect(after).toHaveLength(3);
  });

  test('a captured piece is gone, and a jump has its whole route', () => {
    const before = follow([], pieces('W:W22:B18,10'), null);
    const after = follow(before, pieces('B:W6:B'), [22, 15, 6]);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: at(before, 22)!.id, square: 6, route: [22, 15, 6] });
  });

  test('a man that is crowned is the same piece', () => {
    const before = follow([], pieces('W:W6:B'), null);
    expect(follow(before, pieces('B:WK2:B'), [6, 2])[0]).toMatchObject({ id: before[0]!.id, kind: 'W' });
  });

  test('a piece that was carried a part of its way goes on from there', () => {
    const before = follow([], pieces('W:W15:B10'), null);
    expect(follow(before, pieces('B:W6:B'), [22, 15, 6])[0]!.route).toEqual([15, 6]);
  });

  test('a move that is taken back is seen to go back', () => {
    const before = follow([], pieces('W:W21:B15'), null);
    const after = follow(before, pieces('B:W21:B11'), null);
    expect(at(after, 11)).toMatchObject({ id: at(before, 15)!.id, route: [15, 11] });
  });

  test('a captured piece that comes back is put there', () => {
    const before = follow([], pieces('B:W15:B'), null);
    const after = follow(before, pieces('W:W22:B18'), [15, 22]);
    expect(at(after, 22)!.id).toBe(before[0]!.id);
    expect(at(after, 18)!.route).toEqual([]);
  });
});

test('kings and men of a side belong together', () => {
  expect(sameSide('b', 'B')).toBe(true);
  expect(sameSide('b', 'w')).toBe(false);
  expect((['b', 'w', 'B', 'W'] as const).filter(isKing)).toEqual(['B', 'W']);
});
