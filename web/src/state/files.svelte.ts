// The file whose games are listed: read on another thread, kept in this browser, searched here.

import type { PdnGame } from '../api/types';
import { askReader } from '../rules/reader';
import { text } from '../text';
import { attempt, messages } from './messages.svelte';
import { shelf, type Kept } from './shelf';
import { newId } from './store';
import { study } from './study.svelte';
import { isFen } from './text-file';
import { endOf, nodeOf, type Tree } from './tree';

class Files {
  /** The file that is open. */
  kept: Kept | null = $state.raw(null);
  games: readonly PdnGame[] = $state.raw([]);
  isReading = $state(false);
  /** The game of the file that was opened last, and the study it became. */
  current: { index: number; study: string } | null = $state.raw(null);

  /** Opens a text: a position, a game, or a file with many. Is there something to look at at once? */
  async open(content: string, name = ''): Promise<boolean> {
    if (content.includes('\0')) {
      messages.tell(text.share.noText);
      return false;
    }
    if (isFen(content)) return study.openNew({ fen: content.trim() });
    const found = await this.list(content);
    if (!found) return false;
    const [first] = found.games;
    if (!first || (found.games.length === 1 && first.plies === 0 && !/\[\s*FEN\s/i.test(content))) {
      messages.tell(found.faults.length > 0 ? text.share.unreadable(found.faults[0]!) : text.share.nothing);
      return false;
    }
    if (found.games.length === 1) {
      if (!(await study.openPdn(content, { index: first.index }))) return false;
      this.tellFault(found.faults);
      return true;
    }
    this.kept = fileOf(content, name, found.games);
    this.games = found.games;
    await attempt(() => shelf.put(this.kept!));
    this.tellFault(found.faults);
    return false;
  }

  /** Says what was left out. */
  private tellFault([fault]: readonly string[]) {
    if (fault) messages.tell(text.share.partly(fault));
  }

  /** Lists the games of a file that is kept here. */
  async openKept(kept: Kept) {
    const found = await this.list(kept.pdn);
    if (found) [this.kept, this.games] = [kept, found.games];
  }

  close() {
    this.kept = null;
    this.games = [];
  }

  /** Opens a game of the file. */
  async pick({ index, fault }: PdnGame): Promise<boolean> {
    const { kept } = this;
    const game = await attempt(() => askReader('text', { type: 'study_of_file', index }, { type: 'study_pdn' }));
    if (!game || !(await study.openPdn(game.text))) return false;
    if (kept && study.kept) this.current = { index, study: study.kept.id };
    if (fault) messages.tell(text.look.fault('unplayable'));
    return true;
  }

  /** The game before or after the one that was opened. */
  neighbor(by: 1 | -1): PdnGame | undefined {
    const at = this.games.findIndex((game) => game.index === this.current?.index);
    return at < 0 ? undefined : this.games[at + by];
  }

  async step(by: 1 | -1) {
    const game = this.neighbor(by);
    if (game) await this.pick(game);
  }

  private async list(content: string) {
    this.isReading = true;
    const found = await attempt(() => askReader('file', { type: 'file', text: content }));
    this.isReading = false;
    return found;
  }
}

/** Keeps the games of a text as studies, one by one. How many are there? */
export async function importGames(pdn: string): Promise<number> {
  const { games } = await askReader('file', { type: 'file', text: pdn });
  for (const game of games) {
    const { text: own } = await askReader('text', { type: 'study_open', pdn, index: game.index }, { type: 'study_pdn' });
    const tree = await askReader('study', { type: 'study_open', pdn: own });
    const fen = nodeOf(tree as Tree, endOf(tree as Tree, 0))!.fen;
    await shelf.put({ ...keptOf(own, '', game), glance: { ...glanceOf(game), fen } });
  }
  return games.length;
}

function fileOf(pdn: string, name: string, games: readonly PdnGame[]): Kept {
  const glance = { fen: '', plies: 0, games: games.length };
  return { ...keptOf(pdn, name.replace(/\.(pdn|txt)$/i, ''), games[0]!), kind: 'file', glance };
}

function keptOf(pdn: string, name: string, game: PdnGame): Kept {
  const now = Date.now();
  return { id: newId(), kind: 'study', name, pdn, created: now, changed: now, glance: glanceOf(game) };
}

const glanceOf = ({ black, white, event, plies }: PdnGame) => ({ fen: '', black, white, event, plies, games: 1 });

export const files = new Files();
