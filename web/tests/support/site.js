// A host that knows nothing but files, under any folder, with the policy of the real one: whatever works here needs no server.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const dist = join(import.meta.dirname, '../../dist');
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const guard = readFileSync(new URL('../../../crates/server/src/guard.rs', import.meta.url), 'utf8');
const policy = /const POLICY: &str = "([^"]*)"/.exec(guard)?.[1]?.replace(/\\\n\s*/g, '') ?? '';

export class Site {
  /** @type {import('node:http').Server | undefined} */
  #server;
  /** Replaces what a file contains, to serve another version. @type {(name: string, content: Buffer) => Buffer | string} */
  change = (_, content) => content;
  address = '';

  /** @param {string} files @param {string} folder such as `/games/checkers/` */
  constructor(files = dist, folder = '/') {
    this.files = files;
    this.folder = folder;
  }

  /** @param {string} folder such as `/games/checkers/` */
  static open(folder) {
    return new Site(dist, folder).start();
  }

  async start() {
    const server = createServer((request, response) => void this.#answer(request.url ?? '/', response));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    const address = server.address();
    const path = this.folder === '/' ? '' : this.folder;
    this.address = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${path}`;
    this.#server = server;
    return this;
  }

  async close() {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /**
   * @param {string} url
   * @param {import('node:http').ServerResponse} response
   */
  async #answer(url, response) {
    const { pathname } = new URL(url, 'http://site');
    const name = pathname === this.folder ? 'index.html' : pathname.slice(this.folder.length);
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(name))];
    const isHere = pathname.startsWith(this.folder) && type;
    const content = isHere ? await readFile(join(this.files, name)).catch(() => null) : null;
    if (content === null) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    else response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(this.change(name, content));
  }
}
