// What is said over the wire: the twin of the server's `wire`. Nothing else knows the shape of a message.

export type Side = 'black' | 'white';

export interface ErrorBody {
  code: string;
  message: string;
  hint?: string;
}

// Positions and moves

export interface Verdict {
  value: 'win' | 'draw' | 'loss';
  /** Plies to the end of the game. */
  plies?: number;
}

export interface MoveInfo {
  /** The move with all its landing squares, as it is sent back. */
  text: string;
  /** The square it leaves and its landing squares. */
  path: number[];
  captured: number[];
  crowns: boolean;
  /** For the side that makes the move. */
  verdict?: Verdict;
}

export interface Material {
  men: number;
  kings: number;
}

export type ResultReason =
  | 'no_pieces'
  | 'no_moves'
  | 'resignation'
  | 'time'
  | 'forfeit'
  | 'agreement'
  | 'repetition'
  | 'forty_moves'
  | 'recorded';

export interface ResultInfo {
  /** Nobody in a draw. */
  winner?: Side;
  reason: ResultReason;
  text: string;
}

export interface PieceInfo {
  square: number;
  side: Side;
  king: boolean;
}

export interface PositionInfo {
  fen: string;
  rules: string;
  turn: Side;
  mid_turn?: boolean;
  pieces: PieceInfo[];
  moves: MoveInfo[];
  must_jump: boolean;
  opening?: string;
  black: Material;
  white: Material;
  /** For the side to move. */
  verdict?: Verdict;
  result?: ResultInfo;
}

export interface PositionMoveAnswer {
  move: MoveInfo;
  position: PositionInfo;
}

export interface LineAnswer {
  /** The position before the first move, and then after each. */
  fens: string[];
}

// Games

export type GameKind = 'computer' | 'two' | 'analysis';
export type SideChoice = Side | 'random';

export type Start =
  | { from: 'ballot'; number: number }
  | { from: 'random_ballot' }
  | { from: 'fen'; fen: string }
  | { from: 'pdn'; pdn: string; index?: number };

export interface ClockSetting {
  base_seconds: number;
  increment_seconds?: number;
}

export interface NewGame {
  kind: GameKind;
  level?: number;
  side?: SideChoice;
  rules?: string;
  start?: Start;
  clock?: ClockSetting;
}

export interface Seat {
  /** The computer's; a person has none. */
  level?: number;
}

export interface NodeInfo {
  id: number;
  parent?: number;
  ply: number;
  move?: MoveInfo;
  turn: Side;
  fen: string;
  comment?: string;
  mark?: string;
  children: number[];
  opening?: string;
}

export interface ClockInfo {
  base_ms: number;
  increment_ms: number;
  black_ms: number;
  white_ms: number;
  running?: Side;
  /** When the state was made, by the server's clock. */
  now: number;
}

export interface Can {
  play: boolean;
  undo: boolean;
  redo: boolean;
  hint: boolean;
  draw: boolean;
  resign: boolean;
  rematch: boolean;
}

export interface GameState {
  id: string;
  version: number;
  kind: GameKind;
  black: Seat;
  white: Seat;
  rules: string;
  created: number;
  changed: number;
  nodes: NodeInfo[];
  head: number;
  ply: number;
  position: PositionInfo;
  thinking: boolean;
  captured_by_black: Material;
  captured_by_white: Material;
  opening?: string;
  clock?: ClockInfo;
  draw_offer?: Side;
  result?: ResultInfo;
  notice?: string;
  can: Can;
}

export interface GameSummary {
  id: string;
  kind: GameKind;
  black: Seat;
  white: Seat;
  rules: string;
  created: number;
  changed: number;
  plies: number;
  fen: string;
  opening?: string;
  result?: ResultInfo;
}

export interface GameList {
  games: GameSummary[];
  next?: string;
}

export interface Added {
  node: number;
  game: GameState;
}

export interface Annotation {
  comment?: string;
  mark?: string;
}

export interface HintAnswer {
  ply: number;
  move: MoveInfo;
  reason: string;
}

export type LiveMessage = { type: 'state'; game: GameState } | { type: 'gone' } | { type: 'closing' };

// The engine

export interface ScoreInfo {
  /** Hundredths of a man, above 0 when Black is better. */
  for_black: number;
  /** From -1 for White to 1 for Black. */
  balance: number;
  ends_in?: number;
  winner?: Side;
  /** For the side to move. */
  text: string;
}

export interface EngineLine {
  score: ScoreInfo;
  depth: number;
  moves: MoveInfo[];
}

export interface AnalysisReport {
  request: number;
  fen: string;
  turn: Side;
  depth: number;
  selective_depth: number;
  nodes: number;
  nodes_per_second: number;
  milliseconds: number;
  database_hits: number;
  lines: EngineLine[];
}

export interface ReviewMove {
  request: number;
  ply: number;
  plies: number;
  node?: number;
  side: Side;
  move: MoveInfo;
  score: ScoreInfo;
  loss: number;
  mark?: string;
  better?: EngineLine;
  verdict?: Verdict;
}

export interface PlaySummary {
  moves: number;
  average_loss: number;
  dubious: number;
  mistakes: number;
  blunders: number;
}

export interface ReviewSummary {
  request: number;
  graph: ScoreInfo[];
  black: PlaySummary;
  white: PlaySummary;
}

export type AnalysisRequest =
  | { type: 'start'; request: number; fen?: string; moves?: string[]; rules?: string; lines?: number }
  | { type: 'review'; request: number; game?: string; pdn?: string; milliseconds?: number }
  | { type: 'stop' };

export type AnalysisMessage =
  | { type: 'queued'; request: number; ahead: number }
  | ({ type: 'report' } & AnalysisReport)
  | { type: 'done'; request: number; reason: string }
  | ({ type: 'review_move' } & ReviewMove)
  | ({ type: 'review_done' } & ReviewSummary)
  | { type: 'error'; request: number; error: ErrorBody }
  | { type: 'closing' };

// Bits

/** A position as words in the 32-bit layout: bit n is square n + 1. */
export interface Words {
  black: string;
  white: string;
  kings: string;
  turn?: Side;
}

export interface BitsRequest {
  fen?: string;
  words?: Words;
  rules?: string;
  move?: string;
}

export interface Mask {
  name: string;
  formula?: string;
  hex32: string;
  binary32: string;
  hex64: string;
  binary64: string;
  squares: number[];
}

export interface Operation {
  mask: string;
  op: 'xor' | 'and_not';
  before: Mask;
  operand: Mask;
  after: Mask;
  why: string;
  code: string;
}

export interface BitsAnswer {
  fen: string;
  turn: Side;
  problems: string[];
  masks: Mask[];
  board: string;
  operations?: Operation[];
}

export type EvalOp =
  | 'value'
  | 'mask'
  | 'square'
  | 'and'
  | 'or'
  | 'xor'
  | 'not'
  | 'and_not'
  | 'shift_left'
  | 'shift_right'
  | 'set'
  | 'clear'
  | 'flip'
  | 'move_bit'
  | 'count'
  | 'lowest'
  | 'lowest_bit'
  | 'step_up_left'
  | 'step_up_right'
  | 'step_down_left'
  | 'step_down_right'
  | 'turn';

export interface EvalStep {
  name: string;
  op: EvalOp;
  args: string[];
}

export interface EvalResult {
  code: string;
  args: Mask[];
  result: Mask;
  number: number;
}

export interface EvalAnswer {
  steps: EvalResult[];
}

// What there is to choose from

export interface About {
  name: string;
  version: string;
  levels: { number: number; depth?: number; nodes: number }[];
  presets: { name: string; settings: string }[];
  settings: { name: string; about: string; values: { name: string; about: string }[] }[];
  database_pieces: number;
}

export interface BallotInfo {
  number: number;
  moves: string[];
  name?: string;
  playable: boolean;
  fen: string;
}

export interface PdnGame {
  index: number;
  black?: string;
  white?: string;
  event?: string;
  date?: string;
  result: string;
  plies: number;
  fault?: string;
}

export interface PdnAnswer {
  games: PdnGame[];
  faults: string[];
}
