// The tournament that is watched: as it was when the connection was made, and all that has happened since.

import { tournaments, type ArenaMessage, type LiveGame, type News, type Tournament } from '../api/arena';
import { Socket, type Status } from '../api/socket';

/** Somebody who wants to hear of one game. */
export interface Listener {
  /** Something may have been missed. */
  anew(): void;
  news(news: News): void;
}

class Arena {
  tournament: Tournament | null = $state.raw(null);
  status: Status = $state('connecting');
  /** The server's clock and this page's, when both were seen last. */
  private clocks = { server: 0, page: 0 };
  private listener: Listener | null = null;

  /** Watches a tournament until it is enough. */
  follow(id: string): () => void {
    if (this.tournament?.summary.id !== id) this.tournament = null;
    const socket = new Socket<ArenaMessage>(
      tournaments.socket(id),
      (message) => this.hear(message),
      (status) => (this.status = status),
    );
    return () => socket.close();
  }

  /** Has somebody hear of what happens until it is enough. */
  listen(listener: Listener): () => void {
    this.listener = listener;
    return () => {
      if (this.listener === listener) this.listener = null;
    };
  }

  /** A time of the server's clock, by the clock of this page. */
  since(at: number): number {
    return this.clocks.page - Math.max(0, this.clocks.server - at);
  }

  private hear(message: ArenaMessage) {
    if (message.type === 'snapshot') {
      this.synchronize(message.tournament.now);
      this.tournament = message.tournament;
      this.listener?.anew();
    } else if (message.type === 'news' && this.tournament) {
      this.synchronize(message.now);
      this.tournament = after(this.tournament, message);
      this.listener?.news(message);
    }
  }

  /** Takes note of the server's clock. */
  synchronize(now: number) {
    this.clocks = { server: now, page: performance.now() };
  }
}

/** A tournament after something has happened in it. */
function after(before: Tournament, news: News): Tournament {
  const live = new Map<number, LiveGame>(before.live.map((game) => [game.game, game]));
  for (const game of news.begun ?? []) live.set(game.game, game);
  for (const moved of news.moved ?? []) live.set(moved.live.game, moved.live);
  for (const game of news.gone ?? []) live.delete(game);
  for (const { game } of news.over ?? []) {
    if ((live.get(game.game)?.run ?? 0) <= game.run) live.delete(game.game);
  }
  return {
    ...before,
    summary: news.summary ?? before.summary,
    table: news.table ?? before.table,
    games: news.over ? [...before.games, ...news.over.map(({ game }) => game)] : before.games,
    live: [...live.values()].sort((a, b) => a.game - b.game),
    now: news.now,
  };
}

export const arena = new Arena();
