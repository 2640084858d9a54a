// The calls of play between people, one function each.

import { ask, get, post, socketAddress } from './http';
import type {
  Archive,
  ArchiveQuestion,
  BlockedPerson,
  Challenge,
  ChatLine,
  Leader,
  MadeToken,
  Me,
  OnlineSettings,
  Profile,
  Scope,
  SeatToken,
  SeekAnswer,
  StartedGame,
  TokenInfo,
} from './online';

interface Credentials {
  name: string;
  password: string;
}

export const club = {
  me: () => get<Me>('online/me'),
  guest: () => post<Me>('online/guest', {}),
  register: (who: Credentials) => post<Me>('online/register', who),
  login: (who: Credentials) => post<Me>('online/login', who),
  logout: () => post<void>('online/logout', {}),
  logoutEverywhere: () => ask<void>('DELETE', 'online/sessions'),
  changePassword: (old: string, fresh: string) => post<void>('online/password', { old, new: fresh }),
  recover: (name: string, code: string, password: string) => post<Me>('online/recover', { name, code, password }),
  codesLeft: () => get<{ left: number }>('online/recovery-codes'),
  makeCodes: (password: string) => post<{ codes: string[] }>('online/recovery-codes', { password }),
  deleteAccount: (password: string) => post<void>('online/account/delete', { password }),
  blocked: () => get<{ people: BlockedPerson[] }>('online/blocks'),
  block: (id: string) => ask<void>('PUT', `online/blocks/${encodeURIComponent(id)}`),
  unblock: (id: string) => ask<void>('DELETE', `online/blocks/${encodeURIComponent(id)}`),
  report: ({ game, by, at }: ChatLine) => post<void>(`online/games/${game}/report`, { by, at }),
  leaders: () => get<{ players: Leader[] }>('online/leaderboard'),
  becomeBot: () => post<Me>('online/bot', { bot: true }),
  tokens: () => get<{ tokens: TokenInfo[] }>('online/tokens'),
  newToken: (name: string, scopes: Scope[]) => post<MadeToken>('online/tokens', { name, scopes }),
  deleteToken: (id: string) => ask<void>('DELETE', `online/tokens/${id}`),
  profile: (name: string) => get<Profile>(`online/players/${encodeURIComponent(name)}`),

  seek: (settings: OnlineSettings) => post<SeekAnswer>('online/seeks', settings),
  cancelSeek: (id: string) => ask<void>('DELETE', `online/seeks/${id}`),
  acceptSeek: (id: string) => post<StartedGame>(`online/seeks/${id}/accept`, {}),
  challenge: (settings: OnlineSettings, to?: string) => post<Challenge>('online/challenges', { settings, to }),
  challenges: () => get<{ challenges: Challenge[] }>('online/challenges'),
  challengeOf: (key: string) => get<Challenge>(`online/challenges/${encodeURIComponent(key)}`),
  acceptChallenge: (key: string) => post<StartedGame>(`online/challenges/${encodeURIComponent(key)}/accept`, {}),
  declineChallenge: (key: string) => post<void>(`online/challenges/${encodeURIComponent(key)}/decline`, {}),
  cancelChallenge: (id: string) => ask<void>('DELETE', `online/challenges/${id}`),

  archive: (question: ArchiveQuestion, after?: string) => get<Archive>(`online/games?${searchOf({ ...question, after })}`),
  pdn: (id: string) => ask<string>('GET', `online/games/${id}/pdn`),
  chat: (id: string) => get<{ lines: ChatLine[] }>(`online/games/${id}/chat`),
  seat: (id: string) => post<SeatToken>(`online/games/${id}/seat`, {}),
  socket: () => socketAddress('online/socket'),
};

/** The questions that were answered, as they stand in an address. */
export function searchOf(fields: Record<string, string | undefined>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => !!field[1]));
}
