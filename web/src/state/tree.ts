// Walking over the tree of a game.

import type { NodeInfo } from './game-table';

export type Color = 'green' | 'red' | 'blue' | 'yellow';

/** A circle around a square, or an arrow between two. */
export interface Shape {
  color: Color;
  from: number;
  to?: number;
}

/** A move of a tree, with all that can be said about it. */
export interface TreeNode extends NodeInfo {
  /** What is said before the move, if it is the first of a variation. */
  before?: string;
  shapes?: readonly Shape[];
}

/** A game with its nodes, the start first. */
export interface Tree {
  nodes: readonly TreeNode[];
}

export function nodeOf(game: Tree, id: number): TreeNode | undefined {
  // Nodes keep their numbers when others are taken away, so a number is not always an index.
  const guess = game.nodes[id];
  return guess?.id === id ? guess : game.nodes.find((node) => node.id === id);
}

export function parentOf(game: Tree, id: number): number | undefined {
  return nodeOf(game, id)?.parent;
}

/** The first move that follows. */
export function nextOf(game: Tree, id: number): number | undefined {
  return nodeOf(game, id)?.children[0];
}

/** The node behind a move, if it is there. */
export function childBy(game: Tree, id: number, move: string): number | undefined {
  return nodeOf(game, id)?.children.find((child) => nodeOf(game, child)?.move?.text === move);
}

/** The last node on the main line from a node. */
export function endOf(game: Tree, id: number): number {
  for (let next = nextOf(game, id); next !== undefined; next = nextOf(game, id)) id = next;
  return id;
}

/** The nodes from the start to a node, both included. */
export function lineTo(game: Tree, id: number): TreeNode[] {
  const line: TreeNode[] = [];
  for (let node = nodeOf(game, id); node; node = node.parent === undefined ? undefined : nodeOf(game, node.parent)) {
    line.unshift(node);
  }
  return line;
}

/** Is every move up to this node the first of its alternatives? */
export function isMain(game: Tree, id: number): boolean {
  return lineTo(game, id).every((node) => node.parent === undefined || nextOf(game, node.parent) === node.id);
}

/** Which alternative was taken at each node on the way to one. It finds the node again after the tree was read anew. */
export function wayTo(game: Tree, id: number): number[] {
  const line = lineTo(game, id);
  return line.slice(1).map((node, i) => line[i]!.children.indexOf(node.id));
}

/** The node at the end of a way, or the last one that is still there. */
export function endOfWay(game: Tree, way: readonly number[]): number {
  let at = game.nodes[0]?.id ?? 0;
  for (const turn of way) {
    const next = nodeOf(game, at)?.children[turn];
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** The squares a piece is seen to go over from one node to another; null if there is no single move between them. */
export function travelBetween(game: Tree, from: number, to: number): number[] | null {
  if (parentOf(game, to) === from) return nodeOf(game, to)?.move?.route ?? null;
  if (parentOf(game, from) === to) return nodeOf(game, from)?.move?.route.toReversed() ?? null;
  return null;
}
