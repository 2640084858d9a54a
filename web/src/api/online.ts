// What is said in play between people: the twin of the server's `wire`, from its people to its socket.

import type { ClockSetting, ErrorBody, PositionInfo, ResultReason, Side, SideChoice } from './types';

// People

export interface Rating {
  rating: number;
  /** The rating is right within twice as much, nearly always. */
  deviation: number;
  provisional: boolean;
  games: number;
}

export interface Me {
  name: string;
  guest: boolean;
  bot?: boolean;
  rating?: Rating;
}

export interface Person {
  name: string;
  rating?: number;
  /** What a game that is over has done to the rating. */
  rating_change?: number;
  guest?: boolean;
}

export interface Profile {
  name: string;
  bot?: boolean;
  created: number;
  rating: Rating;
  live: OnlineSummary[];
  games: OnlineSummary[];
}

export type Scope = 'bot:play' | 'challenge:write';

export interface TokenInfo {
  id: string;
  name: string;
  scopes: Scope[];
  created: number;
}

export interface MadeToken {
  id: string;
  token: string;
}

// What people offer each other

export type OnlineStart = { from: 'ballot'; number: number } | { from: 'random_ballot' } | { from: 'fen'; fen: string };

export interface OnlineSettings {
  clock?: ClockSetting;
  rated?: boolean;
  rules?: string;
  start?: OnlineStart;
  /** The side of the one who offers. */
  side?: SideChoice;
  claimed_draws?: boolean;
  private?: boolean;
}

export interface Seek {
  id: string;
  by: Person;
  settings: OnlineSettings;
  created: number;
}

export interface StartedGame {
  game: string;
  side: Side;
}

export type SeekAnswer = { type: 'waiting'; seek: Seek } | ({ type: 'started' } & StartedGame);

export interface Lobby {
  seeks: Seek[];
  live: OnlineSummary[];
}

export interface Challenge {
  id: string;
  code: string;
  by: Person;
  to?: string;
  settings: OnlineSettings;
  expires: number;
}

// Games

export type OnlineReason = ResultReason | 'aborted';

/** Nobody wins a draw, or a game that was aborted. */
export interface GameResult {
  winner?: Side;
  reason: OnlineReason;
}

export interface OnlineSummary {
  id: string;
  black: Person;
  white: Person;
  settings: OnlineSettings;
  created: number;
  ended?: number;
  result?: GameResult;
  opening?: string;
  plies?: number;
  /** The last position of a game that is over. */
  fen?: string;
}

export interface Archive {
  games: OnlineSummary[];
  next?: string;
}

export interface ArchiveQuestion {
  player?: string;
  opponent?: string;
  result?: string;
  opening?: string;
  fen?: string;
}

export interface OnlineClock {
  black_ms: number;
  white_ms: number;
  running?: Side;
}

export interface OnlineGame {
  id: string;
  /** The number of the last event in it. */
  seq: number;
  black: Person;
  white: Person;
  settings: OnlineSettings;
  created: number;
  start: string;
  moves: string[];
  ballot_plies: number;
  ply: number;
  position: PositionInfo;
  clock?: OnlineClock;
  /** When the game is aborted unless the side to move makes its first move. */
  first_move_by?: number;
  draw_offer?: Side;
  takeback?: Side;
  claimable?: ResultReason;
  rematch?: Side;
  next?: string;
  opening?: string;
  result?: GameResult;
  you?: Side;
}

export interface SeatToken {
  seat: string;
  side: Side;
}

export type GameEvent =
  | { type: 'move'; ply: number; move: string; left_ms?: number; lag_ms?: number }
  | { type: 'draw_offered' | 'draw_declined' | 'takeback_asked' | 'takeback_declined' | 'rematch_offered'; side: Side }
  | { type: 'taken_back'; ply: number }
  | { type: 'resumed'; idle_ms: number }
  | { type: 'ended'; result: GameResult }
  | { type: 'rematch'; game: string };

export interface BoardNow {
  fen: string;
  legal: string[];
  mid_turn?: boolean;
  claimable?: ResultReason;
}

export interface EventMessage {
  game: string;
  seq: number;
  at: number;
  event: GameEvent;
  board?: BoardNow;
  clock?: OnlineClock;
}

/** What a game has done to the ratings. */
export interface RatedMessage {
  game: string;
  black: number;
  white: number;
}

export interface ChatLine {
  game: string;
  at: number;
  name: string;
  text: string;
}

// The socket

export type GameAction =
  | 'offer_draw'
  | 'accept_draw'
  | 'decline_draw'
  | 'claim_draw'
  | 'ask_takeback'
  | 'accept_takeback'
  | 'decline_takeback'
  | 'resign'
  | 'abort'
  | 'rematch';

/** What is answered by `ack` or `refused`. */
export type Question =
  | { type: 'watch'; game: string; seen?: number; seat?: string; mute?: boolean }
  | { type: 'move'; game: string; ply: number; move: string; seen?: number }
  | { type: 'act'; game: string; action: GameAction }
  | { type: 'say'; game: string; text: string }
  | { type: 'ping' };

export type OnlineRequest =
  | (Question & { request: number })
  | { type: 'unwatch'; game: string }
  | { type: 'lobby'; on: boolean }
  | { type: 'mute'; game: string; on: boolean };

export type OnlineMessage =
  | { type: 'hello'; me?: Me; games: StartedGame[]; now: number }
  | { type: 'game'; game: OnlineGame; now: number }
  | ({ type: 'event' } & EventMessage)
  | ({ type: 'rated' } & RatedMessage)
  | ({ type: 'chat' } & ChatLine)
  | ({ type: 'started' | 'finished' } & StartedGame)
  | { type: 'challenge'; challenge: Challenge }
  | { type: 'challenge_declined'; id: string }
  | { type: 'lobby'; lobby: Lobby }
  | { type: 'seek_added'; seek: Seek }
  | { type: 'seek_removed'; id: string }
  | { type: 'live_added'; game: OnlineSummary }
  | { type: 'live_removed'; id: string }
  | { type: 'ack'; request: number }
  | { type: 'refused'; request: number; error: ErrorBody }
  | { type: 'closing' };
