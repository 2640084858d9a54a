// A game in progress, seen from afar: only its position.

import type { EventMessage, OnlineGame } from '../api/online';
import { line, type Watcher } from './line.svelte';
import { START_FEN } from './start';

export class Glimpse implements Watcher {
  fen = $state(START_FEN);

  constructor(private readonly game: string) {}

  /** Follows the game until it is enough. */
  follow(): () => void {
    line.watch(this);
    return () => line.leave(this);
  }

  question() {
    return { type: 'watch' as const, game: this.game, mute: true, glance: true };
  }

  whole(game: OnlineGame) {
    this.fen = game.now.fen;
  }

  happened({ now }: EventMessage) {
    this.fen = now.fen;
  }

  refused() {
    // The list will say that it is gone.
  }
}
