// The games of this browser: kept after every event, listed, and named. Tabs tell each other.

import type { GameResult, Seat, Side } from '../api/types';
import { ask } from '../rules';
import { text } from '../text';
import { store } from './store';

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

  /** All games as one game file, the oldest first. */
  async pdn(): Promise<string> {
    const games = await store.all<Saved>('games');
    return games.sort((a, b) => a.created - b.created).map(pdnOf).join('\n');
  }
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
