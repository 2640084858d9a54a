// The record of a game that is played: its moves and positions, one after the other.

import type { MoveInfo, Side } from '../api/types';
import { between } from '../board/geometry';
import { isKing, piecesOfFen } from '../board/pieces';
import type { NodeInfo } from './game-table';

/** Moves, and the position before the first and after each. */
export interface Line {
  readonly moves: readonly MoveInfo[];
  readonly fens: readonly string[];
}

export function otherSide(side: Side): Side {
  return side === 'black' ? 'white' : 'black';
}

export function turnOf(fen: string): Side {
  return fen.startsWith('W') ? 'white' : 'black';
}

/** A move as it is written: the squares it goes over, those of a jump with a cross between them. */
export function moveOf(text: string): MoveInfo {
  const route = /\d/.test(text) ? text.split(/[-x]/).map(Number) : [];
  const captured = text.includes('x') ? route.slice(1).flatMap((to, i) => between(route[i]!, to) ?? []) : [];
  return { text, route, captured, crowns: false };
}

/** A line as the nodes of a tree without branches; their numbers are the plies. */
export function nodesOf({ moves, fens }: Line): NodeInfo[] {
  return fens.map((fen, ply) => {
    const node: NodeInfo = { id: ply, ply, turn: turnOf(fen), fen, children: ply < moves.length ? [ply + 1] : [] };
    if (ply > 0) Object.assign(node, { parent: ply - 1, move: moves[ply - 1] });
    return node;
  });
}

export interface Taken {
  men: number;
  kings: number;
}

/** What a side has captured up to a ply. */
export function capturedBy(side: Side, { moves, fens }: Line, ply: number): Taken {
  const taken: Taken = { men: 0, kings: 0 };
  for (const [i, { captured }] of moves.slice(0, ply).entries()) {
    const before = fens[i]!;
    if (turnOf(before) !== side) continue;
    const pieces = piecesOfFen(before);
    for (const square of captured) {
      const kind = pieces[square - 1];
      if (kind) taken[isKing(kind) ? 'kings' : 'men']++;
    }
  }
  return taken;
}
