// What is said between the page, the worker and the engine's module.

import type { AnalysisReport, MoveInfo, ReviewMove, ReviewSummary, Verdict } from '../api/types';

/** A game: where it began, under which rules, and its moves. */
export interface GameText {
  fen?: string;
  rules?: string;
  moves?: string[];
}

/** When to stop thinking: at the first limit that is reached. */
export interface Limits {
  depth?: number;
  nodes?: number;
  milliseconds?: number;
  clock?: { left_ms: number; increment_ms?: number };
}

export type Ask =
  | { type: 'move'; strength: string; seed?: number; limits?: Limits }
  | { type: 'lines'; count: number; limits?: Limits };

/** What the module is asked. */
export type Request =
  | { type: 'think'; game: GameText; ask: Ask }
  | { type: 'review'; game: GameText; milliseconds?: number }
  | { type: 'verdicts'; game: GameText }
  | { type: 'forget' }
  | { type: 'bench'; depth: number }
  | { type: 'panic' };

/** What is known so far about a position. */
export interface Thought {
  type: 'thought';
  is_done: boolean;
  /** The move to play; none when the game is over. */
  best?: MoveInfo;
  /** All lines; none for moves that need no thought. */
  report?: AnalysisReport;
}

/** What is known so far about a game. */
export interface Reviewed {
  type: 'reviewed';
  is_done: boolean;
  /** The move that was judged just now. */
  judged?: ReviewMove;
  /** When all moves were judged. */
  summary?: ReviewSummary;
}

export interface Verdicts {
  type: 'verdicts';
  fen: string;
  /** For the side to move. */
  verdict?: Verdict;
  /** All legal moves, with verdicts where they are known. */
  moves: MoveInfo[];
}

export type Answer = Thought | Reviewed | Verdicts | { type: 'done' } | { type: 'bench'; nodes: number; milliseconds: number };

export interface Question {
  id: number;
  request: Request;
  /** Does it give way to others? */
  isPatient: boolean;
}

/** To the worker: a question, or the number of one that is to be left. */
export type Order = Question | { stop: number };

/** From the worker. */
export type Told =
  | { id: number; answer: Answer; isLast: boolean }
  | { id: number; refused: { code: string; message: string } }
  // The worker is of no more use.
  | { id: number | null; crashed: string };
