// Tournaments to look at, and their calls.

import { get, socketAddress } from './http';
import type { ArenaList, ArenaStory } from './wire';

export type {
  ArenaGame as OverGame,
  ArenaList as TournamentList,
  ArenaLive as LiveGame,
  ArenaMessage,
  ArenaMove as TournamentMove,
  ArenaNews as News,
  ArenaRow as TableRow,
  ArenaState as TournamentState,
  ArenaStory as Story,
  ArenaSummary as TournamentSummary,
  ArenaTournament as Tournament,
  ArenaWords as Words,
} from './wire';

const of = (id: string) => `arena/${encodeURIComponent(id)}`;

export const tournaments = {
  list: () => get<ArenaList>('arena'),
  story: (id: string, game: number, run?: number) => get<ArenaStory>(`${of(id)}/games/${game}${run === undefined ? '' : `?run=${run}`}`),
  /** Where files can be fetched from. */
  report: (id: string) => `/api/${of(id)}/report`,
  pdn: (id: string) => `/api/${of(id)}/pdn`,
  socket: (id: string) => socketAddress(`${of(id)}/watch`),
};
