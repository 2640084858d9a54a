import { expect, test } from 'vitest';
import { capturedOn } from '../src/look/captured';
import { endOf, endOfWay, isMain, lineTo, travelBetween, wayTo, type TreeNode } from '../src/state/tree';

/** A main line 0-1-2-3 with a variation 4-5 in place of 2; numbers have gaps, as after a removal. */
const nodes: TreeNode[] = [
  { id: 0, ply: 0, turn: 'black', fen: 'B:W22:B18,K26', children: [1] },
  { id: 1, parent: 0, ply: 1, turn: 'white', fen: 'W:W22:B18,K31', children: [7, 4], move: { text: '26-31', route: [26, 31], captured: [], crowns: false } },
  { id: 7, parent: 1, ply: 2, turn: 'black', fen: 'B:W15:BK31', children: [3], move: { text: '22x15', route: [22, 15], captured: [18], crowns: false } },
  { id: 3, parent: 7, ply: 3, turn: 'white', fen: 'W:W15:BK27', children: [], move: { text: '31-27', route: [31, 27], captured: [], crowns: false } },
  { id: 4, parent: 1, ply: 2, turn: 'black', fen: 'B:W17:B18,K31', children: [5], move: { text: '22-17', route: [22, 17], captured: [], crowns: false } },
  { id: 5, parent: 4, ply: 3, turn: 'white', fen: 'W:W17:B23,K31', children: [], move: { text: '18-23', route: [18, 23], captured: [], crowns: false } },
];
const tree = { nodes };

test('a line goes from the start to a node, and on to its end', () => {
  expect(lineTo(tree, 5).map(({ id }) => id)).toEqual([0, 1, 4, 5]);
  expect(endOf(tree, 0)).toBe(3);
});

test('only first alternatives are the main line', () => {
  expect(isMain(tree, 3)).toBe(true);
  expect(isMain(tree, 5)).toBe(false);
});

test('a way finds a node again, or the last one that is still there', () => {
  expect(wayTo(tree, 5)).toEqual([0, 1, 0]);
  for (const { id } of nodes) expect(endOfWay(tree, wayTo(tree, id))).toBe(id);
  expect(endOfWay(tree, [0, 1, 0, 3])).toBe(5);
});

test('a piece is seen to go forth and back', () => {
  expect(travelBetween(tree, 1, 7)).toEqual([22, 15]);
  expect(travelBetween(tree, 7, 1)).toEqual([15, 22]);
  expect(travelBetween(tree, 0, 3)).toBeNull();
});

test('what was captured is counted on the way there', () => {
  expect(capturedOn(lineTo(tree, 3)).white).toEqual({ men: 1, kings: 0 });
  expect(capturedOn(lineTo(tree, 5))).toEqual({ black: { men: 0, kings: 0 }, white: { men: 0, kings: 0 } });
});
