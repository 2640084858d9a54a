// Tournaments to look at: the twin of the server's `wire`, and its calls.

import { get, socketAddress } from './http';
import type { Side } from './types';

export type TournamentState = 'running' | 'stopped' | 'finished';

export interface TournamentSummary {
  /** The name of its folder. */
  id: string;
  name: string;
  state: TournamentState;
  format: 'round-robin' | 'gauntlet' | 'swiss';
  /** Names, by the numbers of the players. */
  players: string[];
  done: number;
  total: number;
  live: number;
}

export interface TournamentList {
  /** Was the server told where tournaments are? */
  open: boolean;
  tournaments: TournamentSummary[];
}

export interface TableRow {
  player: number;
  rating: { elo: number; low: number; high: number; fixed: boolean };
  by_play: number;
  free: number;
  wins: number;
  draws: number;
  losses: number;
  forfeits: number;
  voids: number;
  /** In men, for each move. */
  loss?: number;
  thrown?: number;
  refused?: number;
}

export interface TournamentTable {
  /** The best rating first. */
  rows: TableRow[];
  /** By the numbers of the players. */
  cross: { points: number; games: number }[][];
  voids: number;
}

/** What games have in common, over or not. */
interface Played {
  game: number;
  /** How often it had become void before. */
  run: number;
  round: number;
  black: number;
  white: number;
}

export interface OverGame extends Played {
  /** The points of Black; none if the game is void. */
  points?: number;
  ending: string;
  fault?: { player: number; why: string };
  plies: number;
  opening: string;
}

export interface LiveGame extends Played {
  ply: number;
  fen: string;
  turn: Side;
  /** What the clocks showed after the last move. */
  black_ms?: number;
  white_ms?: number;
  /** When the last move was made, by the server's clock. */
  at: number;
}

export interface Tournament {
  summary: TournamentSummary;
  settings: string;
  table: TournamentTable;
  games: OverGame[];
  live: LiveGame[];
  now: number;
}

export interface TournamentMove {
  move: string;
  /** The position after it. */
  fen: string;
  by_chance?: boolean;
  note?: string;
}

export interface Words {
  /** Plies played before. */
  ply: number;
  side: Side;
  attempt: number;
  words: string;
  /** Why it was refused. */
  refused?: string;
  move?: string;
  tokens?: number;
  seconds: number;
}

export interface Story {
  summary: TournamentSummary;
  over?: OverGame;
  live?: LiveGame;
  start: string;
  /** How many moves were given by the opening. */
  given: number;
  moves: TournamentMove[];
  words: Words[];
  pdn?: string;
  now: number;
}

export interface News {
  begun?: LiveGame[];
  moved?: { live: LiveGame; moves: TournamentMove[] }[];
  said?: { game: number; words: Words }[];
  gone?: number[];
  over?: { game: OverGame; moves: string[]; fen: string }[];
  table?: TournamentTable;
  summary?: TournamentSummary;
  now: number;
}

export type ArenaMessage =
  | { type: 'snapshot'; tournament: Tournament }
  | ({ type: 'news' } & News)
  | { type: 'closing' };

const of = (id: string) => `arena/${encodeURIComponent(id)}`;

export const tournaments = {
  list: () => get<TournamentList>('arena'),
  story: (id: string, game: number, run?: number) => get<Story>(`${of(id)}/games/${game}${run === undefined ? '' : `?run=${run}`}`),
  /** Where files can be fetched from. */
  report: (id: string) => `/api/${of(id)}/report`,
  pdn: (id: string) => `/api/${of(id)}/pdn`,
  socket: (id: string) => socketAddress(`${of(id)}/watch`),
};
