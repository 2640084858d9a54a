// Walking over the tree of a game.

import type { NodeInfo } from '../api/types';

/** A game with its nodes, the start first. */
export interface Tree {
  nodes: readonly NodeInfo[];
}

export function nodeOf(game: Tree, id: number): NodeInfo | undefined {
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

/** The last node on the main line from a node. */
export function endOf(game: Tree, id: number): number {
  for (let next = nextOf(game, id); next !== undefined; next = nextOf(game, id)) id = next;
  return id;
}

/** The nodes from the start to a node, both included. */
export function lineTo(game: Tree, id: number): NodeInfo[] {
  const line: NodeInfo[] = [];
  for (let node = nodeOf(game, id); node; node = node.parent === undefined ? undefined : nodeOf(game, node.parent)) {
    line.unshift(node);
  }
  return line;
}

/** The squares a piece is seen to go over from one node to another; null if there is no single move between them. */
export function travelBetween(game: Tree, from: number, to: number): number[] | null {
  if (parentOf(game, to) === from) return nodeOf(game, to)?.move?.path ?? null;
  if (parentOf(game, from) === to) return nodeOf(game, from)?.move?.path.toReversed() ?? null;
  return null;
}
