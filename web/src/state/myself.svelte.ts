// Who the person is to the server: a guest at once, or somebody with an account.

import { club } from '../api/club';
import { Refusal } from '../api/http';
import type { Me, OnlineMessage, StartedGame } from '../api/online';
import { line } from './line.svelte';
import { attempt } from './messages.svelte';

const AGAIN = 2000;

class Myself {
  me: Me | null = $state.raw(null);
  /** The person's games that are not over. */
  games: readonly StartedGame[] = $state.raw([]);
  private hasEntered = false;

  constructor() {
    line.listen((message) => this.hear(message));
  }

  /** Becomes a guest if need be, and connects; until it works. */
  async enter() {
    if (this.hasEntered) return;
    this.hasEntered = true;
    const me = await attempt(identity);
    if (me) {
      this.me = me;
      line.connect();
      return;
    }
    this.hasEntered = false;
    setTimeout(() => void this.enter(), AGAIN);
  }

  login = (name: string, password: string) => this.become(() => club.login({ name, password }));
  register = (name: string, password: string) => this.become(() => club.register({ name, password }));
  logout = () =>
    this.become(async () => {
      await club.logout();
      return club.guest();
    });

  isMe(name: string): boolean {
    return this.me?.name === name;
  }

  over(game: string) {
    this.games = this.games.filter((other) => other.game !== game);
  }

  private async become(change: () => Promise<Me>): Promise<boolean> {
    const me = await attempt(change);
    if (!me) return false;
    this.me = me;
    line.reconnect();
    return true;
  }

  private hear(message: OnlineMessage) {
    if (message.type === 'hello') {
      this.games = message.games;
      if (message.me) this.me = message.me;
      else void this.comeBack();
    } else if (message.type === 'started' || message.type === 'finished') {
      const { type, game, side } = message;
      this.over(game);
      if (type === 'started') this.games = [{ game, side }, ...this.games];
    }
  }

  /** The server knows the session no longer. */
  private async comeBack() {
    await this.become(identity);
  }
}

async function identity(): Promise<Me> {
  try {
    return await club.me();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'who_are_you') return club.guest();
    throw error;
  }
}

export const myself = new Myself();
