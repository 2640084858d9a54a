// What is said in play between people.

import type { OnlineMessage, OnlineRequest } from './wire';

export type {
  Archive,
  BlockedPerson,
  ChallengeInfo as Challenge,
  ChatMessage as ChatLine,
  EventMessage,
  Leader,
  MadeToken,
  Me,
  OnlineGameState as OnlineGame,
  OnlineMessage,
  OnlineRequest,
  OnlineSettings,
  OnlineSummary,
  PeopleOnline,
  PersonInfo as Person,
  Profile,
  RatingPointInfo as RatingPoint,
  Scope,
  SeatToken,
  SeekAnswer,
  SeekInfo as Seek,
  StartedGame,
  TokenInfo,
} from './wire';

type WithoutNumber<Request> = Request extends unknown ? Omit<Request, 'request'> : never;

/** What is answered by `ack` or `refused`; the line gives it a number. */
export type Question = WithoutNumber<Extract<OnlineRequest, { type: 'watch' | 'act' | 'say' | 'ping' }>>;

/** What a game has done to the ratings. */
export type RatedMessage = Extract<OnlineMessage, { type: 'rated' }>;

/** What the archive is searched by. */
export type ArchiveQuestion = Partial<Record<'player' | 'opponent' | 'result' | 'opening' | 'fen', string>>;
