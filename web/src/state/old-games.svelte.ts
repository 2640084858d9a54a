// Games that an earlier version of the program has kept at the server on this machine: they are offered once.

import { get } from '../api/http';
import { text } from '../text';
import { importGames } from './files.svelte';
import { messages } from './messages.svelte';

const KEY = 'crownhead.old-games';

interface Found {
  /** How many games are in `pdn`. */
  games: number;
  left_out: number;
  pdn: string;
}

class OldGames {
  found: Found | null = $state.raw(null);

  /** Looks for them, unless they were offered before. */
  async look() {
    if (localStorage.getItem(KEY)) return;
    const found = await get<Found>('old-games').catch(() => null);
    if (found && found.games > 0) this.found = found;
  }

  /** Keeps them in this browser, to be looked at. */
  take = async () => {
    const { found } = this;
    if (!found) return;
    try {
      messages.tell(text.games.readIn({ games: await importGames(found.pdn), studies: 0 }));
      this.leave();
    } catch (error) {
      // It is offered again.
      messages.refuse(error);
    }
  };

  leave = () => {
    localStorage.setItem(KEY, 'offered');
    this.found = null;
  };
}

export const oldGames = new OldGames();
