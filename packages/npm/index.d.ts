/** One of the two sides. Black moves first. */
export type Side = 'black' | 'white';

/** What an endgame database knows for certain. */
export interface Verdict {
  value: 'win' | 'draw' | 'loss';
  /** Plies to the end of the game, if they are known. */
  plies?: number;
}

export interface Move {
  /** With all its landing squares: `11-15`, `22x15x6`. */
  text: string;
  /** The square it leaves, then each landing square, from 1 to 32. */
  route: number[];
  /** The squares of the captured pieces. */
  captured: number[];
  crowns: boolean;
  /** For the side that makes the move. */
  verdict?: Verdict;
}

export interface Piece {
  square: number;
  side: Side;
  king: boolean;
}

export interface Result {
  /** Nobody, when it is a draw. */
  winner?: Side;
  /** Such as `no_moves`, `repetition` or `forty_moves`. */
  reason: string;
}

export interface Position {
  fen: string;
  rules: string;
  turn: Side;
  /** Has the side to move captured already in this turn? Only under some house rules. */
  mid_turn?: boolean;
  pieces: Piece[];
  moves: Move[];
  must_jump: boolean;
  opening?: string;
  black: { men: number; kings: number };
  white: { men: number; kings: number };
  result?: Result;
}

/** Why something was not done. */
export class CheckersError extends Error {
  /** For programs: `bad_move`, `bad_fen`, `bad_rules`, `bad_pdn`, `crashed` and others. */
  readonly code: string;
  /** More about it, such as why a move is not legal. */
  readonly why?: unknown;
}

/** A game of checkers. */
export class Checkers {
  /** From a position, or from the start; `rules` is the name of house rules, or settings. */
  constructor(fen?: string, options?: { rules?: string });
  /** The game of a game file; the first one unless `index` says which, from 0. */
  static fromPdn(pdn: string, index?: number): Checkers;
  /** Begins anew. */
  reset(): void;
  fen(): string;
  turn(): Side;
  /** Everything about the position. */
  position(): Position;
  moves(options?: { verbose?: false }): string[];
  moves(options: { verbose: true }): Move[];
  /** Makes a move as people type it: `11-15`, `22x15x6`, `b6 a5`. Throws a `CheckersError`. */
  move(text: string): Move;
  /** Takes the last move back; null if there is none. */
  undo(): Move | null;
  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): Move[];
  isGameOver(): boolean;
  /** How the game has ended; null while it goes on. */
  result(): Result | null;
  /** The name of the opening, or null. */
  opening(): string | null;
  /** The game as a game file, with these tags. */
  pdn(tags?: Record<string, string>): string;
  /** A picture of the position. */
  svg(options?: { side?: Side; numbers?: boolean }): string;
  /** The board as text, White at the bottom: b and w are men, B and W kings. */
  ascii(): string;
  /** The game for an engine. */
  toJSON(): GameText;
}

export interface GameText {
  fen?: string;
  rules?: string;
  moves?: string[];
}

export interface ListedGame {
  /** From 0, for `Checkers.fromPdn`. */
  index: number;
  black?: string;
  white?: string;
  event?: string;
  date?: string;
  result?: string;
  plies: number;
  /** What is wrong with it. */
  fault?: string;
}

/** The games of a file, and what cannot be read of it. */
export function listPdn(text: string): { games: ListedGame[]; faults: string[] };

export interface Ballot {
  number: number;
  moves: string[];
  name?: string;
  playable: boolean;
  fen: string;
}

/** The three-move ballots. */
export function ballots(): Ballot[];

/** The openings that have names. */
export function openings(): { name: string; moves: string[]; fen: string }[];

export interface Limits {
  milliseconds?: number;
  /** Plies. */
  depth?: number;
  nodes?: number;
}

export interface Score {
  /** Hundredths of a man, above 0 when Black is better. */
  for_black: number;
  /** From -1 for White to 1 for Black. */
  balance: number;
  /** Plies to the end of a game that is won for certain. */
  ends_in?: number;
  /** The side that wins for certain. */
  winner?: Side;
  /** For the side to move, as a person reads it. */
  text: string;
}

export interface Report {
  fen: string;
  turn: Side;
  depth: number;
  nodes: number;
  nodes_per_second: number;
  milliseconds: number;
  /** The best first. */
  lines: { score: Score; depth: number; moves: Move[] }[];
}

/** A game, a position by its FEN, or where a game began and its moves. */
export type Asked = Checkers | string | GameText;

/** Finds moves, on a thread of its own. */
export class Engine {
  /** The best lines. Without a limit it thinks for a second. An abort answers with what was found so far. */
  analyze(
    game: Asked,
    options?: Limits & { lines?: number; onReport?: (report: Report) => void; signal?: AbortSignal },
  ): Promise<Report | null>;
  /** A move to play, by a level from 1 to 10 or at full strength; null when the game is over. */
  play(game: Asked, options?: Limits & { level?: number | 'full'; seed?: number; signal?: AbortSignal }): Promise<Move | null>;
  /** What is known for certain about an ending of at most 4 pieces, and about each move. */
  verdicts(game: Asked): Promise<{ verdict: Verdict | null; moves: Move[] }>;
  /** Ends the thread. What was asked fails. */
  close(): void;
}
