// A game between people as its messages make it. Moves and positions come from the server; here they are only read.

import type { BoardNow, EventMessage, OnlineGame } from '../api/online';
import type { MoveInfo, NodeInfo, PositionInfo, Side } from '../api/types';
import { between } from '../board/geometry';
import { isKing, piecesOfFen } from '../board/pieces';

/** What is known about a position without asking for it. */
export type Situation = Pick<PositionInfo, 'fen' | 'turn' | 'moves' | 'must_jump'>;

/** A move as it is written: the squares it goes over, those of a jump with a cross between them. */
export function moveOf(text: string): MoveInfo {
  const path = /\d/.test(text) ? text.split(/[-x]/).map(Number) : [];
  const captured = text.includes('x') ? path.slice(1).flatMap((to, i) => between(path[i]!, to) ?? []) : [];
  return { text, path, captured, crowns: false };
}

export function turnOf(fen: string): Side {
  return fen.startsWith('W') ? 'white' : 'black';
}

export function situationOf({ fen, legal }: BoardNow): Situation {
  const moves = legal.map(moveOf);
  const mustJump = moves.length > 0 && moves.every((move) => move.captured.length > 0);
  return { fen, turn: turnOf(fen), moves, must_jump: mustJump };
}

/** The game after an event. */
export function after(game: OnlineGame, { seq, event, board, clock }: EventMessage): OnlineGame {
  const next: OnlineGame = { ...game, seq };
  if (clock) next.clock = clock;
  if (board) {
    delete next.claimable;
    Object.assign(next, { position: { ...game.position, ...situationOf(board) } });
    if (board.claimable) next.claimable = board.claimable;
  }
  switch (event.type) {
    case 'move':
      // A draw that the mover offers waits for the answer to the move.
      if (game.draw_offer !== game.position.turn) delete next.draw_offer;
      delete next.takeback;
      return { ...next, moves: [...game.moves, event.move], ply: event.ply + 1 };
    case 'taken_back':
      delete next.draw_offer;
      delete next.takeback;
      return { ...next, moves: game.moves.slice(0, event.ply), ply: event.ply };
    case 'draw_offered':
      return { ...next, draw_offer: event.side };
    case 'draw_declined':
      delete next.draw_offer;
      return next;
    case 'takeback_asked':
      return { ...next, takeback: event.side };
    case 'takeback_declined':
      delete next.takeback;
      return next;
    case 'ended':
      delete next.draw_offer;
      delete next.takeback;
      return { ...next, result: event.result };
    case 'rematch_offered':
      return { ...next, rematch: event.side };
    case 'rematch':
      return { ...next, next: event.game };
    case 'resumed':
      return next;
  }
}

/** Does an event change more of the game than it tells? */
export function leavesOut(game: OnlineGame, { event }: EventMessage): boolean {
  return event.type === 'ended' || (game.first_move_by !== undefined && event.type !== 'draw_offered');
}

/** The game as a line of nodes. A position that is not known is empty, unless it was known before. */
export function nodesOf(game: OnlineGame, before: readonly NodeInfo[]): NodeInfo[] {
  const nodes: NodeInfo[] = [];
  let isSame = before.length > 0;
  for (let ply = 0; ply <= game.moves.length; ply++) {
    const text = ply === 0 ? undefined : game.moves[ply - 1];
    isSame &&= before[ply]?.move?.text === text;
    const fen = ply === game.moves.length ? game.position.fen : ply === 0 ? game.start : isSame ? before[ply]!.fen : '';
    nodes.push(nodeAt(nodes, ply, text, fen, ply < game.moves.length));
  }
  return nodes;
}

/** The nodes with the positions that were asked for. */
export function withPositions(nodes: readonly NodeInfo[], fens: readonly string[]): NodeInfo[] {
  const filled: NodeInfo[] = [];
  for (const { ply, move, fen, children } of nodes) {
    filled.push(nodeAt(filled, ply, move?.text, fen || (fens[ply] ?? ''), children.length > 0));
  }
  return filled;
}

function nodeAt(nodes: readonly NodeInfo[], ply: number, text: string | undefined, fen: string, goesOn: boolean): NodeInfo {
  const parent = nodes[ply - 1];
  const turn = fen ? turnOf(fen) : parent?.turn === 'black' ? 'white' : 'black';
  const node: NodeInfo = { id: ply, ply, turn, fen, children: goesOn ? [ply + 1] : [] };
  if (parent) node.parent = ply - 1;
  if (text !== undefined) node.move = { ...moveOf(text), crowns: isCrowned(text, parent?.fen, fen) };
  return node;
}

/** Did a man leave and a king arrive? */
function isCrowned(text: string, before: string | undefined, fen: string): boolean {
  const { path } = moveOf(text);
  const [from, to] = [path[0], path.at(-1)];
  if (!before || !fen || !from || !to) return false;
  const [left, arrived] = [piecesOfFen(before)[from - 1], piecesOfFen(fen)[to - 1]];
  return !!left && !!arrived && !isKing(left) && isKing(arrived);
}

/** How many pieces a side has lost since the beginning. */
export function lostBy(side: Side, start: string, fen: string): number {
  const letter = side === 'black' ? 'b' : 'w';
  const count = (text: string) => piecesOfFen(text).filter((kind) => kind?.toLowerCase() === letter).length;
  return Math.max(0, count(start) - count(fen));
}
