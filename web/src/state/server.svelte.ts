// Is there a server? Own games, analysis and lessons need none; other people and tournaments do.

import { api } from '../api/http';

class Server {
  /** Null until it is known. */
  isThere: boolean | null = $state(null);

  constructor() {
    addEventListener('online', () => void this.check());
    addEventListener('offline', () => (this.isThere = false));
  }

  /** Asks whether one answers. */
  async check(): Promise<boolean> {
    // A host of files alone may answer with a page for everything.
    const isThere = await api.about().then((about) => typeof about === 'object' && 'levels' in about, () => false);
    this.isThere = isThere;
    return isThere;
  }
}

export const server = new Server();
