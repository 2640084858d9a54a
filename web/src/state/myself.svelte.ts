// Who the person is to the server: a guest at once, or somebody with an account.

import { club } from '../api/club';
import { Refusal } from '../api/http';
import type { Me, OnlineMessage, StartedGame } from '../api/online';
import { line } from './line.svelte';
import { attempt } from './messages.svelte';
import { seats } from './seats';
import { isFirstVisit } from './settings.svelte';

const AGAIN = 2000;
/** Whether this browser has been somebody to the server: `yes` or `no`; nothing where an earlier version was used. */
const KEY = 'crownhead.online';
if (isFirstVisit) localStorage.setItem(KEY, 'no');

class Myself {
  me: Me | null = $state.raw(null);
  /** The person's games that are not over. */
  games: readonly StartedGame[] = $state.raw([]);
  private hasEntered = false;
  /** Games that were begun under another name in this tab. */
  private kept: readonly StartedGame[] = [];

  /** May the server know this browser? */
  get mayBeKnown(): boolean {
    return localStorage.getItem(KEY) !== 'no';
  }

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
      localStorage.setItem(KEY, 'yes');
      line.connect();
      return;
    }
    this.hasEntered = false;
    setTimeout(() => void this.enter(), AGAIN);
  }

  /** Whoever was here before is told of games that go on, whatever the page shows. Nobody becomes a guest by it. */
  async comeIn() {
    if (this.hasEntered || localStorage.getItem(KEY) !== 'yes') return;
    const me = await club.me().catch(() => null);
    if (!me || this.hasEntered) return;
    [this.hasEntered, this.me] = [true, me];
    line.connect();
  }

  login = (name: string, password: string) => this.become(() => club.login({ name, password }));
  register = (name: string, password: string) => this.become(() => club.register({ name, password }));
  logout = () =>
    this.become(async () => {
      await club.logout();
      return club.guest();
    });

  logoutEverywhere = () =>
    this.become(async () => {
      await club.logoutEverywhere();
      return club.guest();
    });
  recover = (name: string, code: string, password: string) => this.become(() => club.recover(name, code, password));

  /** The games are given up with the account, so that no seat is kept. */
  deleteAccount = async (password: string): Promise<boolean> => {
    const me = await attempt(async () => {
      await club.deleteAccount(password);
      return club.guest();
    });
    if (!me) return false;
    [this.me, this.kept] = [me, []];
    line.reconnect();
    return true;
  };

  /** By the name inside: what is shown can be the same for two guests. */
  isMe(person: { id: string } | null | undefined): boolean {
    return !!person && this.me?.id === person.id;
  }

  /** The rating is another one. */
  private async look() {
    if (this.me?.guest === false) this.me = await club.me();
  }

  over(game: string) {
    this.games = without(this.games, game);
    this.kept = without(this.kept, game);
  }

  private async become(change: () => Promise<Me>): Promise<boolean> {
    const me = await attempt(async () => {
      await this.keepSeats();
      return change();
    });
    if (!me) return false;
    this.me = me;
    line.reconnect();
    return true;
  }

  private hear(message: OnlineMessage) {
    if (message.type === 'hello') {
      this.games = [...message.games, ...this.kept];
      if (message.me) this.me = message.me;
      else void this.comeBack();
    } else if (message.type === 'rated') {
      void this.look();
    } else if (message.type === 'yours') {
      this.games = [...message.games, ...this.kept];
    } else if (message.type === 'started' || message.type === 'finished') {
      const { type, game, side } = message;
      this.over(game);
      if (type === 'started') this.games = [{ game, side }, ...this.games];
    }
  }

  /** A seat belongs to whom it was given; with its token it can be kept under another name. */
  private async keepSeats() {
    for (const { game } of this.games) {
      if (!seats.of(game)) seats.take(game, (await club.seat(game)).seat);
    }
    this.kept = this.games;
  }

  /** The server knows the session no longer. */
  private async comeBack() {
    const me = await attempt(identity);
    if (!me) return;
    this.me = me;
    line.reconnect();
  }
}

function without(games: readonly StartedGame[], game: string): StartedGame[] {
  return games.filter((other) => other.game !== game);
}

async function identity(): Promise<Me> {
  if (!myself.mayBeKnown) return club.guest();
  try {
    return await club.me();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'who_are_you') return club.guest();
    throw error;
  }
}

export const myself = new Myself();
