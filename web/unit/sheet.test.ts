import { expect, test } from 'vitest';
import type { NodeInfo, Side } from '../src/api/types';
import { type Line, sheetOf } from '../src/look/sheet';
import { moveOf } from '../src/state/record';

/** Nodes from `[parent, move, comment]`, the first after the start. */
function tree(list: [number, string, string?][], first: Side = 'black') {
  const nodes: NodeInfo[] = [{ id: 0, ply: 0, turn: first, fen: '', children: [] }];
  list.forEach(([parent, move, comment], i) => {
    const before = nodes[parent]!;
    const turn = before.turn === 'black' ? 'white' : 'black';
    const node: NodeInfo = { id: i + 1, parent, ply: before.ply + 1, turn, fen: '', children: [], move: moveOf(move) };
    if (comment) node.comment = comment;
    before.children.push(node.id);
    nodes.push(node);
  });
  return { nodes };
}

const written = (line: Line): string =>
  line
    .map(({ node, number, variations }) => [`${number}${node.move!.text}`, ...variations.map((v) => `(${written(v)})`)].join(' '))
    .join(' ');

/** Each row in one line. */
const rows = (game: ReturnType<typeof tree>) =>
  sheetOf(game).map((row) => {
    if (row.kind === 'comment') return `{${row.comment}}`;
    if (row.kind === 'variation') return `(${written(row.line)})`;
    return `${row.number}. ${row.black?.move?.text ?? '…'} ${row.white?.move?.text ?? ''}`.trim();
  });

test('moves stand in pairs', () => {
  expect(rows(tree([[0, '11-15'], [1, '23-19'], [2, '8-11']]))).toEqual(['1. 11-15 23-19', '2. 8-11']);
});

test('a game that White begins has no first move of Black', () => {
  expect(rows(tree([[0, '23-19'], [1, '8-11']], 'white'))).toEqual(['1. … 23-19', '2. 8-11']);
});

test('a comment cuts a pair in two', () => {
  expect(rows(tree([[0, '11-15', 'Old Faithful'], [1, '23-19']]))).toEqual(['1. 11-15', '{Old Faithful}', '1. … 23-19']);
});

test('a variation stands below the move it could have replaced', () => {
  const game = tree([[0, '11-15'], [0, '10-15'], [1, '23-19'], [2, '22-18'], [4, '15x22']]);
  expect(rows(game)).toEqual(['1. 11-15', '(1.10-15 22-18 2.15x22)', '1. … 23-19']);
});

test('variations have variations, and White’s move after one has its number', () => {
  const game = tree([[0, '11-15'], [0, '10-15'], [2, '22-18'], [2, '21-17'], [3, '15x22']]);
  expect(rows(game)[1]).toBe('(1.10-15 22-18 (1…21-17) 2.15x22)');
});

test('a game without moves has no rows', () => {
  expect(sheetOf(tree([]))).toEqual([]);
  expect(sheetOf({ nodes: [] })).toEqual([]);
});
