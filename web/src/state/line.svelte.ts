// The one connection of play between people. After a break it watches again what was watched, and sends again
// what was not answered: each act has a number, so none is done twice.

import { club } from '../api/club';
import { Refusal, refusalOf } from '../api/http';
import type { ChatLine, EventMessage, OnlineGame, OnlineMessage, OnlineRequest, Question, RatedMessage } from '../api/online';
import { Socket, type Status } from '../api/socket';
import type { ErrorBody } from '../api/types';
import { text } from '../text';

/** Somebody who wants to hear of a game. */
export interface Watcher {
  /** What to ask for: the game, and the number of the last event that is known. */
  question(): Question & { type: 'watch' };
  whole(game: OnlineGame): void;
  happened(message: EventMessage): void;
  rated?(changes: RatedMessage): void;
  said?(line: ChatLine): void;
  watched?(count: number): void;
  refused(error: Refusal): void;
}

interface Open {
  question: Question;
  done: () => void;
  fail: (error: Refusal) => void;
}

/** A connection that is silent for so long is given up. */
const SILENCE = 8000;
const AGAIN = 500;

class Line {
  status: Status = $state('connecting');

  /** Who hears what is not about a single game. */
  private readonly listeners = new Set<(message: OnlineMessage) => void>();
  private readonly watchers = new Map<string, Watcher>();
  private readonly open = new Map<number, Open>();
  private socket: Socket<OnlineMessage, OnlineRequest> | null = null;
  private lastRequest = 0;
  private isGreeted = false;
  private wantsLobby = false;
  /** The server's clock before the clock of this browser. */
  private ahead = -Infinity;

  constructor() {
    // A phone that wakes up, or a network that comes back, should not wait for a timeout.
    document.addEventListener('visibilitychange', () => document.hidden || this.probe());
    addEventListener('online', () => this.probe());
    // What the browser says of the network, a silent connection would say much later.
    addEventListener('offline', () => this.socket?.renew());
    setInterval(() => this.probe(), 3 * SILENCE);
  }

  connect() {
    if (this.socket) return;
    this.socket = new Socket(club.socket(), (message) => this.hear(message), (status) => this.changed(status));
  }

  /** Connects anew, as somebody else. */
  reconnect() {
    this.socket?.renew();
    this.connect();
  }

  listen(listener: (message: OnlineMessage) => void) {
    this.listeners.add(listener);
  }

  hearLobby(on: boolean) {
    this.wantsLobby = on;
    if (this.isGreeted) this.socket?.send({ type: 'lobby', on });
  }

  watch(watcher: Watcher) {
    this.watchers.set(watcher.question().game, watcher);
    if (this.isGreeted) void this.watchNow(watcher);
  }

  isWatched(watcher: Watcher): boolean {
    return this.watchers.get(watcher.question().game) === watcher;
  }

  leave(watcher: Watcher) {
    const { game } = watcher.question();
    if (this.watchers.get(game) !== watcher) return;
    this.watchers.delete(game);
    if (this.isGreeted) this.socket?.send({ type: 'unwatch', game });
  }

  mute(game: string, on: boolean) {
    if (this.isGreeted) this.socket?.send({ type: 'mute', game, on });
  }

  /** Asks for something to be done, again and again until there is an answer. Without a connection only moves wait. */
  ask(question: Question): Promise<void> {
    return new Promise((done, fail) => {
      if (!this.isGreeted && !isMove(question)) return fail(lost());
      this.send(++this.lastRequest, { question: numbered(question), done, fail });
    });
  }

  /** A time of the server's clock as one of this page. */
  pageTime(at: number): number {
    return performance.now() - (Date.now() + this.ahead - at);
  }

  /** How long it is until a time of the server's clock, in milliseconds. */
  until(at: number): number {
    return at - Date.now() - this.ahead;
  }

  private send(request: number, open: Open) {
    this.open.set(request, open);
    if (this.isGreeted) this.socket?.send({ ...open.question, request });
  }

  private changed(status: Status) {
    // It is open when the server has spoken.
    if (status === 'open') return;
    this.status = status === 'connecting' && this.status === 'lost' ? 'lost' : status;
    this.isGreeted = false;
    for (const [request, { question, fail }] of this.open) {
      if (isAct(question)) continue;
      this.open.delete(request);
      fail(lost());
    }
  }

  private hear(message: OnlineMessage) {
    switch (message.type) {
      case 'game':
        this.setClock(message.now);
        return this.watchers.get(message.game.id)?.whole(message.game);
      case 'event':
        return this.watchers.get(message.game)?.happened(message);
      case 'rated':
        this.watchers.get(message.game)?.rated?.(message);
        break;
      case 'chat':
        return this.watchers.get(message.game)?.said?.(message);
      case 'watching':
        return this.watchers.get(message.game)?.watched?.(message.count);
      case 'ack':
        return this.take(message.request)?.done();
      case 'refused':
        return this.refused(message.request, message.error);
      case 'hello':
        this.greet(message.now);
    }
    for (const listener of this.listeners) listener(message);
  }

  private greet(now: number) {
    const unanswered = [...this.open];
    this.isGreeted = true;
    this.status = 'open';
    this.ahead = -Infinity;
    this.setClock(now);
    if (this.wantsLobby) this.hearLobby(true);
    for (const watcher of this.watchers.values()) void this.watchNow(watcher);
    for (const [request, open] of unanswered) this.send(request, open);
  }

  /** The message that was fastest says best what the server's clock shows. */
  private setClock(now: number) {
    this.ahead = Math.max(this.ahead, now - Date.now());
  }

  private async watchNow(watcher: Watcher) {
    try {
      await this.ask(watcher.question());
    } catch (error) {
      const isLost = error instanceof Refusal && error.code === 'offline';
      if (!isLost) watcher.refused(error as Refusal);
    }
  }

  private refused(request: number, error: ErrorBody) {
    const open = this.take(request);
    if (!open) return;
    if (error.code === 'try_again') setTimeout(() => this.send(request, open), AGAIN);
    else open.fail(refusalOf(error));
  }

  private take(request: number): Open | undefined {
    const open = this.open.get(request);
    this.open.delete(request);
    return open;
  }

  /** Makes another connection if this one does not answer. */
  private probe() {
    const { socket } = this;
    if (!socket || !this.isGreeted) return;
    const request = ++this.lastRequest;
    const timer = setTimeout(() => socket === this.socket && socket.renew(), SILENCE);
    const done = () => clearTimeout(timer);
    this.open.set(request, { question: { type: 'ping' }, done, fail: done });
    socket.send({ type: 'ping', request });
  }
}

function isMove(question: Question): boolean {
  return question.type === 'act' && question.command.type === 'move';
}

function isAct(question: Question): question is Extract<Question, { type: 'act' | 'say' }> {
  return question.type === 'act' || question.type === 'say';
}

/** With a number that nobody else is likely to have, by which the server knows an act when it comes again. */
function numbered(question: Question): Question {
  return isAct(question) ? { ...question, act: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) } : question;
}

function lost(): Refusal {
  return new Refusal('offline', text.online.offline);
}

export const line = new Line();
