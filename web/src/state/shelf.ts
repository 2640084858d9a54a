// What is kept in this browser to be looked at: studies and game files, each with a name. The text of a game file is the one
// form in which either lasts.

import type { ReviewMove, ReviewSummary } from '../api/types';
import { store } from './store';

/** A study, or a file with many games. */
export interface Kept {
  id: string;
  kind: 'study' | 'file';
  /** What the person calls it; empty for a study that has no name yet. */
  name: string;
  /** Where it is put, if anywhere. */
  folder?: string;
  pdn: string;
  created: number;
  changed: number;
  /** What a list shows of it. */
  glance: Glance;
  /** Nothing was changed in it yet: it goes when something else is opened. */
  isDraft?: boolean;
  /** What the last review has found. */
  review?: Found;
  /** Its copy at a server. */
  shared?: { id: string; version: number } | undefined;
}

/** What a review finds: each move of the game judged, and what it comes to. */
export interface Found {
  moves: readonly ReviewMove[];
  summary: ReviewSummary;
}

export interface Glance {
  fen: string;
  black?: string | undefined;
  white?: string | undefined;
  event?: string | undefined;
  plies: number;
  games: number;
}

const drawers = { study: 'studies', file: 'files' } as const;
type Listener = (id: string) => void;
const listeners = new Set<Listener>();
/** Other tabs hear here what has changed. */
const news = new BroadcastChannel('crownhead.shelf');
news.onmessage = ({ data }: MessageEvent<string>) => hear(data);

function hear(id: string) {
  for (const listener of listeners) listener(id);
}

function tell(id: string) {
  hear(id);
  news.postMessage(id);
}

export const shelf = {
  get: (kind: Kept['kind'], id: string) => store.get<Kept>(drawers[kind], id),

  /** Everything but drafts, what was changed last first. */
  async all(): Promise<Kept[]> {
    const kept = await Promise.all(Object.values(drawers).map((drawer) => store.all<Kept>(drawer)));
    return kept.flat().filter((one) => !one.isDraft).sort((a, b) => b.changed - a.changed);
  },

  async put(...kept: Kept[]) {
    for (const one of kept) {
      await store.put(drawers[one.kind], one);
      tell(one.id);
    }
  },

  async remove({ kind, id }: Pick<Kept, 'kind' | 'id'>) {
    await store.remove(drawers[kind], id);
    tell(id);
  },

  /** Hears what is changed, in this tab or another one, until it is left. */
  listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
