// A game judged move by move.

import { address } from '../api/http';
import { Socket } from '../api/socket';
import type { AnalysisMessage, AnalysisRequest, ReviewMove, ReviewSummary } from '../api/types';
import { messages } from './messages.svelte';

class Review {
  /** The game that is judged. */
  game: string | null = $state(null);
  moves: readonly ReviewMove[] = $state.raw([]);
  summary: ReviewSummary | null = $state.raw(null);
  isRunning = $state(false);

  private socket: Socket<AnalysisMessage, AnalysisRequest> | null = null;
  private readonly byNode = $derived(new Map(this.moves.map((move) => [move.node, move])));

  of(node: number): ReviewMove | undefined {
    return this.byNode.get(node);
  }

  start(game: string) {
    this.clear();
    this.game = game;
    this.isRunning = true;
    this.socket = new Socket(address.analysis(), (message) => this.hear(message), (status) => {
      if (status === 'open') {
        this.moves = [];
        this.socket?.send({ type: 'review', request: 1, game });
      }
    });
  }

  clear() {
    this.socket?.close();
    this.socket = null;
    this.game = null;
    this.moves = [];
    this.summary = null;
    this.isRunning = false;
  }

  private hear(message: AnalysisMessage) {
    if (message.type === 'review_move') this.moves = [...this.moves, message];
    else if (message.type === 'review_done') this.finish(message);
    else if (message.type === 'error') {
      messages.tell(message.error.message);
      this.finish(null);
    }
  }

  private finish(summary: ReviewSummary | null) {
    this.summary = summary;
    this.isRunning = false;
    this.socket?.close();
    this.socket = null;
  }
}

export const review = new Review();
