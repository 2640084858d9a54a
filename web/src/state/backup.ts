// One file with everything that this browser keeps: games, studies and game files. Another browser reads it in.

import { games, pdnOf, type Saved } from './games.svelte';
import { shelf, type Glance, type Kept } from './shelf';
import { newId, store } from './store';

interface Backup {
  crownhead: 'games';
  /** The first version had games alone. */
  version: 1 | 2;
  games: Saved[];
  studies?: Kept[];
}

/** How much came in. */
export interface Restored {
  games: number;
  studies: number;
}

export async function makeBackup(): Promise<string> {
  const backup: Backup = { crownhead: 'games', version: 2, games: await store.all<Saved>('games'), studies: await shelf.all() };
  return JSON.stringify(backup);
}

/** Reads such a file. What is here already stays unless the file has it newer. */
export async function restore(content: string): Promise<Restored> {
  const backup = readBackup(content);
  const news = {
    games: newer(backup.games, await store.all<Saved>('games')),
    studies: newer(backup.studies, await shelf.all()),
  };
  // What the rules cannot read is not taken in.
  for (const game of news.games) pdnOf(game);
  await games.put(...news.games);
  await shelf.put(...news.studies);
  return { games: news.games.length, studies: news.studies.length };
}

function newer<T extends { id: string; changed: number }>(list: readonly T[], here: readonly T[]): T[] {
  const known = new Map(here.map(({ id, changed }) => [id, changed]));
  return list.filter(({ id, changed }) => (known.get(id) ?? -1) < changed);
}

/** What is in a backup. Throws if it is none. */
export function readBackup(content: string): { games: Saved[]; studies: Kept[] } {
  const backup = JSON.parse(content) as Partial<Backup>;
  const { games: found, studies = [] } = backup;
  if (backup.crownhead !== 'games' || !Array.isArray(found) || !Array.isArray(studies)) throw new SyntaxError('no backup');
  const games = found.map((game) => ({ ...game, id: game.id || newId() }));
  if (!games.every(isGame) || !studies.every(isStudy)) throw new SyntaxError('a damaged backup');
  return { games, studies: studies.map(plain) };
}

/** The latest time that a date can have. */
const LATEST = 8.64e15;

const isTime = (time: unknown) => typeof time === 'number' && time >= 0 && time <= LATEST;
const isText = (words: unknown, most = Infinity) => typeof words === 'string' && words.length <= most;
const isCount = (n: unknown) => Number.isInteger(n) && (n as number) >= 0;
const isMissing = (value: unknown) => value === undefined || value === null;

/** Can the list show it? What the rules need is read by them. */
function isGame({ id, name = '', created, changed, stored, summary }: Saved): boolean {
  const isLevel = (level: unknown) => isMissing(level) || (typeof level === 'number' && level >= 1 && level <= 10);
  const seats = summary?.seats as unknown;
  const hasSeats = Array.isArray(seats) && seats.length === 2 && seats.every((seat) => isLevel((seat as { level?: unknown } | null)?.level));
  return isText(id, 100) && isText(name, 200) && isTime(created) && isTime(changed) && isText(stored) && hasSeats;
}

function isStudy({ id, kind, name, folder = '', pdn, created, changed, glance }: Kept): boolean {
  const isKind = kind === 'study' || kind === 'file';
  return isKind && isText(id, 100) && isText(name, 200) && isText(folder, 200) && isText(pdn) && isTime(created) && isTime(changed) && isGlance(glance);
}

function isGlance(glance: Glance | null | undefined): boolean {
  const names = [glance?.black, glance?.white, glance?.event];
  return isText(glance?.fen, 1000) && isCount(glance?.plies) && isCount(glance?.games) && names.every((name) => isMissing(name) || isText(name, 1000));
}

/** Without what is of no use elsewhere. */
function plain({ id, kind, name, folder, pdn, created, changed, glance }: Kept): Kept {
  return { id, kind, name, ...(folder && { folder }), pdn, created, changed, glance };
}
