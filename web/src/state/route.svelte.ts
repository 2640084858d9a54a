// Which view is open. The address keeps it, so that reloading, going back and links work.

const VIEWS = ['play', 'online', 'look', 'learn', 'games', 'setup', 'arena', 'game', 'challenge', 'archive', 'player', 'leaders'] as const;
export type View = (typeof VIEWS)[number];

/** Views that need the other people. */
const ONLINE: readonly View[] = ['online', 'game', 'challenge', 'archive', 'player', 'leaders'];

class Route {
  view: View = $state('play');
  /** What stands behind the view, as the number of a step of the tour or the name of a game. */
  part = $state('');
  /** What stands behind that, as the number of a game. */
  detail = $state('');
  query = $state.raw(new URLSearchParams());

  /** The view with a board of one's own that was open last. */
  board: 'play' | 'look' = $state('play');

  readonly isOnline: boolean = $derived(ONLINE.includes(this.view));

  constructor() {
    this.read();
    addEventListener('hashchange', () => this.read());
  }

  go(view: View, part = '', query: Record<string, string> = {}) {
    const search = new URLSearchParams(query).toString();
    const hash = `#/${view}${part && `/${encodeURIComponent(part)}`}${search && `?${search}`}`;
    if (location.hash !== hash) location.hash = hash;
    this.read();
  }

  /** Takes what the address asked for out of it, once it was done. */
  forget() {
    history.replaceState(null, '', `#/${this.view}${this.part && `/${encodeURIComponent(this.part)}`}`);
    this.query = new URLSearchParams();
  }

  private read() {
    const [path = '', search = ''] = location.hash.replace(/^#\/?/, '').split('?');
    const [view = '', part = '', detail = ''] = path.split('/').map(decoded);
    this.view = VIEWS.find((known) => known === view) ?? 'play';
    if (this.view === 'play' || this.view === 'look') this.board = this.view;
    [this.part, this.detail] = [part, detail];
    this.query = new URLSearchParams(search);
  }
}

/** A part of an address as it was before it was made one; one that is none stays. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = new Route();
