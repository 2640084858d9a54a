import { describe, expect, test } from 'vitest';
import { capturedBy, moveOf, nodesOf, turnOf } from '../src/state/record';

describe('moves as they are written', () => {
  test('a step has two squares and captures nothing', () => {
    expect(moveOf('11-15')).toMatchObject({ route: [11, 15], captured: [] });
  });

  test('a jump captures what it passes over', () => {
    expect(moveOf('22x15x6')).toMatchObject({ route: [22, 15, 6], captured: [18, 10] });
  });

  test('the end of a turn has no squares', () => {
    expect(moveOf('--')).toMatchObject({ route: [], captured: [] });
  });

  test('a position says whose turn it is', () => {
    expect([turnOf('W:W1:B2'), turnOf('B:W1:B2')]).toEqual(['white', 'black']);
  });
});

describe('a record', () => {
  const line = {
    moves: [moveOf('11-15'), moveOf('22-18'), moveOf('15x22')],
    fens: ['B:W21,22,23:B9,10,11', 'W:W21,22,23:B9,10,15', 'B:W18,21,23:B9,10,15', 'W:W21,23:B9,10,22'],
  };

  test('its nodes are numbered by plies', () => {
    const nodes = nodesOf(line);
    expect(nodes.map(({ id, parent, turn, children }) => [id, parent, turn, children])).toEqual([
      [0, undefined, 'black', [1]],
      [1, 0, 'white', [2]],
      [2, 1, 'black', [3]],
      [3, 2, 'white', []],
    ]);
    expect(nodes[3]!.move?.text).toBe('15x22');
  });

  test('what was captured is counted up to a ply, kings for themselves', () => {
    expect(capturedBy('black', line, 2)).toEqual({ men: 0, kings: 0 });
    expect(capturedBy('black', line, 3)).toEqual({ men: 1, kings: 0 });
    expect(capturedBy('white', line, 3)).toEqual({ men: 0, kings: 0 });
    const king = { moves: [moveOf('15x22')], fens: ['B:WK18:B15', 'W:W:B22'] };
    expect(capturedBy('black', king, 1)).toEqual({ men: 0, kings: 1 });
  });
});
