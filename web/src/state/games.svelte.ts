// The games of this browser: kept after every event, listed, named, taken out and put in whole. Tabs tell each other.

import type { GameResult, Seat, Side } from '../api/types';
import { ask } from '../rules';
import { text } from '../text';
import { newId, store } from './store';

/** A game that is kept. */
export interface Saved {
  id: string;
  /** What the person calls it; without it the opponent and the date do. */
  name?: string;
  created: number;
  changed: number;
  /** The text by which the rules open it again. */
  stored: string;
  /** The style in which it is shown, if it is another one than usual. */
  style?: string;
  summary: Summary;
}

export interface Summary {
  seats: [Seat, Seat];
  plies: number;
  fen: string;
  rules: string;
  result?: GameResult | undefined;
  opening?: string | undefined;
}

/** What one tab tells the others. */
export type Note = { type: 'changed' | 'removed' | 'taken'; id: string };

/** A file with all games. */
interface Backup {
  crownhead: 'games';
  version: 1;
  games: Saved[];
}

class Games {
  /** All of them, the one that changed last first; null until they were read. */
  list: readonly Saved[] | null = $state.raw(null);
  isLasting = $state(true);

  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('crownhead.games') : null;
  private readonly listeners = new Set<(note: Note) => void>();

  constructor() {
    this.channel?.addEventListener('message', ({ data }: MessageEvent<Note>) => {
      if (this.list && data.type !== 'taken') void this.read();
      for (const listener of this.listeners) listener(data);
    });
  }

  /** Hears what other tabs do. */
  listen(listener: (note: Note) => void) {
    this.listeners.add(listener);
  }

  tell(note: Note) {
    this.channel?.postMessage(note);
  }

  async read() {
    const games = await store.all<Saved>('games');
    this.isLasting = await store.isLasting();
    this.list = games.sort((a, b) => b.changed - a.changed);
  }

  get(id: string): Promise<Saved | undefined> {
    return store.get<Saved>('games', id);
  }

  async put(...games: Saved[]) {
    await store.put('games', ...games);
    for (const { id } of games) this.tell({ type: 'changed', id });
    if (this.list) await this.read();
  }

  async rename(game: Saved, name: string) {
    const kept = await this.get(game.id);
    if (!kept) return;
    const { name: _, ...rest } = kept;
    await this.put(name.trim() ? { ...rest, name: name.trim() } : rest);
  }

  async remove(id: string) {
    await store.remove('games', id);
    this.tell({ type: 'removed', id });
    if (this.list) await this.read();
  }

  /** All games as one file that can be read in again. */
  async backup(): Promise<string> {
    const games = await store.all<Saved>('games');
    return JSON.stringify({ crownhead: 'games', version: 1, games } satisfies Backup);
  }

  /** Reads such a file. What is here already stays unless the file has it newer. Says how many games came in. */
  async restore(content: string): Promise<number> {
    const known = new Map((await store.all<Saved>('games')).map((game) => [game.id, game.changed]));
    const isNews = (game: Saved) => (known.get(game.id) ?? -1) < game.changed;
    const news = readBackup(content).filter(isNews);
    // What the rules cannot read is not taken in.
    for (const game of news) pdnOf(game);
    await this.put(...news);
    return news.length;
  }

  /** All games as one game file, the oldest first. */
  async pdn(): Promise<string> {
    const games = await store.all<Saved>('games');
    return games.sort((a, b) => a.created - b.created).map(pdnOf).join('\n');
  }
}

/** The games of a backup. Throws if it is none. */
export function readBackup(content: string): Saved[] {
  const backup = JSON.parse(content) as Partial<Backup>;
  if (backup.crownhead !== 'games' || !Array.isArray(backup.games)) throw new SyntaxError('no backup of games');
  const games = backup.games.map((game) => ({ ...game, id: game.id || newId() }));
  if (!games.every(isWhole)) throw new SyntaxError('a damaged backup of games');
  return games;
}

/** The latest time that a date can have. */
const LATEST = 8.64e15;

/** Can the list show it? What the rules need is read by them. */
function isWhole({ id, name = '', created, changed, stored, summary }: Saved): boolean {
  const isTime = (time: unknown) => typeof time === 'number' && time >= 0 && time <= LATEST;
  const isText = (words: unknown, most: number) => typeof words === 'string' && words.length <= most;
  const isLevel = (level: unknown) => level === undefined || level === null || (typeof level === 'number' && level >= 1 && level <= 10);
  const seats = summary?.seats as unknown;
  const hasSeats = Array.isArray(seats) && seats.length === 2 && seats.every((seat) => isLevel((seat as { level?: unknown } | null)?.level));
  return isText(id, 100) && isText(name, 200) && isTime(created) && isTime(changed) && typeof stored === 'string' && hasSeats;
}

/** A game as a game file. */
export function pdnOf(game: Pick<Saved, 'stored' | 'created' | 'summary' | 'name'>): string {
  const date = new Date(game.created);
  const pad = (part: number) => String(part).padStart(2, '0');
  const [black, white] = game.summary.seats;
  const tags: [string, string][] = [
    ['Event', game.name ?? text.title],
    ['Date', `${date.getFullYear()}.${pad(date.getMonth() + 1)}.${pad(date.getDate())}`],
    ['Black', text.play.seat(black, 'black', otherThan(white))],
    ['White', text.play.seat(white, 'white', otherThan(black))],
  ];
  return ask('text', { type: 'table_pdn', tags, stored: game.stored }).text;
}

/** Does somebody play against this seat? */
const otherThan = (seat: Seat) => isComputer(seat);

export function isComputer(seat: Seat): boolean {
  return seat === 'full' || typeof seat === 'object';
}

/** The side of the one person against the computer. */
export function personOf(seats: readonly Seat[]): Side | null {
  const people = (['black', 'white'] as const).filter((_, i) => seats[i] === 'person');
  return people.length === 1 ? people[0]! : null;
}

/** What a game is called. */
export function nameOf({ name, created, summary }: Saved): string {
  return name ?? text.games.name(summary.seats, created);
}

export const games = new Games();
