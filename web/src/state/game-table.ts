// A table with a game on it, as the board, the score sheet and the keys need it. What kind of game it is, one that is
// played or one that is looked at, is known by those who implement it.

import type { MoveInfo, PositionInfo, Side } from '../api/types';
import type { Travel } from '../board/pieces';
import type { Speaker } from '../text/speaker';
import type { Shape } from './tree';

/** A move of a game, and the position after it; the first one has no move. */
export interface NodeInfo {
  id: number;
  parent?: number;
  ply: number;
  move?: MoveInfo;
  turn: Side;
  fen: string;
  comment?: string;
  mark?: string;
  /** What the position is worth, in hundredths of a man for Black; 10,000 is a win. */
  for_black?: number;
  children: number[];
  opening?: string;
}

export interface GameTable {
  readonly game: { readonly id: string; readonly nodes: readonly NodeInfo[]; readonly rules: string } | null;
  /** The node that is looked at. */
  readonly at: number;
  readonly node: NodeInfo | null;
  readonly isAtHead: boolean;
  /** What is known about the position that is looked at; null where nothing can be played. */
  readonly position: Pick<PositionInfo, 'fen' | 'turn' | 'moves' | 'must_jump'> | null;
  /** The moves that the person may make. */
  readonly moves: readonly MoveInfo[];
  /** May a move be prepared for later? */
  readonly canPremove: boolean;
  /** A move that was sent and is not confirmed yet. */
  readonly pending: MoveInfo | null;
  /** How the piece got here that moved last. */
  readonly travel: Travel | null;
  /** A move that is advised. */
  readonly hint: { readonly move: MoveInfo } | null;
  /** The side of the person, if there is one side. */
  readonly ownSide: Side | null;
  readonly bottom: Side;
  /** Who names squares and sides, where they are not called as usual. */
  readonly speaker?: Speaker;

  play(move: MoveInfo): Promise<void>;
  playTyped(typed: string): Promise<boolean>;
  /** Says why the person cannot move now. */
  refuseMove(): void;
  goTo(node: number): void;
  back(): void;
  forth(): void;
  first(): void;
  last(): void;
  turn(): void;

  /** What is drawn on the board here, where that is kept. */
  readonly shapes?: readonly Shape[];
  draw?(shape: Shape): unknown;
}
