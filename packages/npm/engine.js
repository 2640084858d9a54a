// The engine, on a thread of its own.

import { CheckersError, isNode } from './module.js';

/** Finds moves. It is started with the first question, and has to be closed when nobody asks any more. */
export class Engine {
  #worker = null;
  #asked = new Map();
  #id = 0;

  /** The best lines of a game or position. Without a limit it thinks for a second. */
  async analyze(game, { lines = 1, onReport, signal, ...limits } = {}) {
    if (Object.keys(limits).length === 0) limits = { milliseconds: 1000 };
    const ask = { type: 'lines', count: lines, limits };
    const { report } = await this.#ask({ type: 'think', game: gameOf(game), ask }, signal, (answer) => {
      if (answer.report) onReport?.(answer.report);
    });
    return report ?? null;
  }

  /** A move to play, by a level from 1 to 10 or at full strength; null when the game is over. */
  async play(game, { level = 'full', seed = Math.floor(Math.random() * 2 ** 32), signal, ...limits } = {}) {
    const strength = level === 'full' ? 'full' : `level ${level}`;
    if (level === 'full' && Object.keys(limits).length === 0) limits = { milliseconds: 1000 };
    const ask = { type: 'move', strength, seed, limits };
    const { best } = await this.#ask({ type: 'think', game: gameOf(game), ask }, signal);
    return best ?? null;
  }

  /** What is known for certain about an ending of at most 4 pieces, and about each move. */
  async verdicts(game) {
    const { verdict = null, moves } = await this.#ask({ type: 'verdicts', game: gameOf(game) });
    return { verdict, moves };
  }

  /** Ends the thread. What was asked fails. */
  close() {
    this.#fail(new CheckersError('closed', 'the engine was closed'));
  }

  async #ask(request, signal, hear = () => {}) {
    signal?.throwIfAborted();
    this.#worker ??= start((told) => this.#hear(told), (error) => this.#fail(error));
    const [id, starting] = [++this.#id, this.#worker];
    // It is there before the thread is, so that closing ends it too.
    const found = new Promise((settle, fail) => this.#asked.set(id, { hear, settle, fail }));
    found.catch(() => {});
    const worker = await starting;
    if (!this.#asked.has(id)) return found;
    const stop = () => worker.postMessage({ stop: id });
    signal?.addEventListener('abort', stop, { once: true });
    worker.ref?.();
    worker.postMessage({ id, request });
    try {
      return await found;
    } finally {
      signal?.removeEventListener('abort', stop);
      if (this.#asked.size === 0) worker.unref?.();
    }
  }

  #hear({ id, answer, isLast, error }) {
    if (id === null) return this.#fail(new CheckersError(error.code, error.message));
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (error) asked.fail(new CheckersError(error.code, error.message, error.why));
    else asked.hear(answer);
    if (isLast) asked.settle(answer);
    if (isLast || error) this.#asked.delete(id);
  }

  #fail(error) {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = null;
    for (const { fail } of this.#asked.values()) fail(error);
    this.#asked.clear();
  }
}

/** A game, a position by its FEN, or `{ fen, rules, moves }`. */
function gameOf(game) {
  if (typeof game === 'string') return { fen: game };
  return typeof game.toJSON === 'function' ? game.toJSON() : game;
}

async function start(hear, fail) {
  if (isNode) {
    const { Worker } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads');
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    return worker.on('message', hear).on('error', (error) => fail(new CheckersError('crashed', String(error))));
  }
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ message }) => fail(new CheckersError('crashed', message ?? 'the worker cannot be started'));
  return worker;
}
