// A table with a game on it, as the board, the score sheet and the keys need it. What kind of game it is, one of your
// own or one between people, is known by those who implement it.

import type { GameState, HintAnswer, MoveInfo, NodeInfo, PositionInfo, Side } from '../api/types';
import type { Travel } from '../board/pieces';

export interface GameTable {
  readonly game: Pick<GameState, 'id' | 'nodes' | 'rules'> | null;
  /** The node that is looked at. */
  readonly at: number;
  readonly node: NodeInfo | null;
  readonly isAtHead: boolean;
  /** What is known about the position that is looked at; null for the moment it takes to ask. */
  readonly position: Pick<PositionInfo, 'fen' | 'turn' | 'moves' | 'must_jump'> | null;
  /** The moves that the person may make. */
  readonly moves: readonly MoveInfo[];
  /** May a move be prepared for later? */
  readonly canPremove: boolean;
  /** A move that was sent and is not confirmed yet. */
  readonly pending: MoveInfo | null;
  /** How the piece got here that moved last. */
  readonly travel: Travel | null;
  readonly hint: HintAnswer | null;
  /** The side of the person, if there is one side. */
  readonly ownSide: Side | null;
  readonly bottom: Side;

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
}
