// A real server with a folder of its own for the games, which can be killed and started again.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');

/** The program under test: the one that is named, or the one that was built. */
export function program() {
  const candidates = [process.env.CROWNHEAD, join(target, 'release/crownhead'), join(target, 'debug/crownhead')];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error('no crownhead to test: build it with "cargo build", or name it in CROWNHEAD');
  return found;
}

export class Server {
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  folder = mkdtempSync(join(tmpdir(), 'crownhead-web-'));
  port = 0;
  /** What it is told besides. @type {string[]} */
  more = [];

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    this.port ||= await freePort();
    const args = ['serve', '--listen', `127.0.0.1:${this.port}`, '--games', join(this.folder, 'games.db'), ...this.more];
    this.#process = spawn(program(), args, { stdio: ['ignore', 'ignore', 'inherit'] });
    await this.#answers();
    return this;
  }

  /** Ends it without a warning, as a power cut would. */
  async kill() {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  async close() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * @param {string} path
   * @param {unknown} [body] sent by POST if there is one
   * @param {Record<string, string>} [headers]
   * @returns {Promise<any>}
   */
  async ask(path, body, headers = {}) {
    const json = { 'content-type': 'application/json', ...headers };
    const request = body === undefined ? { headers } : { method: 'POST', headers: json, body: JSON.stringify(body) };
    const answer = await fetch(`${this.address}/api/${path}`, request);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** Somebody without a page: asks as `ask` does, with a session of its own. */
  async stranger() {
    const answer = await fetch(`${this.address}/api/online/guest`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return (/** @type {string} */ path, /** @type {unknown} */ body) => this.ask(`online/${path}`, body, { cookie });
  }

  async #answers() {
    for (let tries = 0; tries < 200; tries++) {
      if (this.#process?.exitCode !== null) throw new Error('the server ended at once');
      const answer = await fetch(`${this.address}/api/about`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('the server does not answer');
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
