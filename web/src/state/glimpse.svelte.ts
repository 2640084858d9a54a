// A game in progress, seen from afar.

import type { EventMessage, OnlineGame } from '../api/online';
import { line, type Watcher } from './line.svelte';
import { START_FEN } from './start';

export class Glimpse implements Watcher {
  game: OnlineGame | null = $state.raw(null);
  /** When its clocks showed what they show, by the clock of this page. */
  since = 0;
  readonly fen = $derived(this.game?.now.fen ?? START_FEN);

  constructor(private readonly id: string) {}

  /** Follows the game until it is enough. */
  follow(): () => void {
    line.watch(this);
    return () => line.leave(this);
  }

  question() {
    return { type: 'watch' as const, game: this.id, mute: true, glance: true };
  }

  whole(game: OnlineGame) {
    this.since = performance.now();
    this.game = game;
  }

  happened({ now }: EventMessage) {
    if (this.game) this.whole({ ...this.game, now });
  }

  refused() {
    // The list will say that it is gone.
  }
}
