// What the page weighs and how soon it is there: a budget, with figures for everything that counts.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { World } from './support/world.js';

const KB = 1024;
/** Bytes, and milliseconds. The page is with its face. The engine is with its network and its endings. */
const BUDGET = { page: 160 * KB, rules: 250 * KB, engine: 1536 * KB, board: 1000 };

const world = new World();
const started = performance.now();
await world.server.start();
const answered = performance.now() - started;
await world.server.kill();

// A browser that is there already opens the address of a server that has just been started.
await world.launch();
// Without the service worker, which fetches what is not needed for the first board.
const context = await world.browser.newContext({ serviceWorkers: 'block' });
const page = await context.newPage();
const session = await context.newCDPSession(page);
await session.send('Network.enable');
/** @type {Map<string, string>} */
const urls = new Map();
/** @type {{ url: string, bytes: number }[]} */
const files = [];
session.on('Network.responseReceived', ({ requestId, response }) => void urls.set(requestId, response.url));
session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  files.push({ url: urls.get(requestId) ?? '?', bytes: encodedDataLength });
});

const begin = performance.now();
await world.server.start();
await page.goto(world.server.address);
await page.locator('.board [data-square="11"]').first().waitFor();
const firstBoard = performance.now() - begin;
await page.locator('.marks .movable').first().waitFor();
const playable = performance.now() - begin;
await page.waitForLoadState('networkidle');
const timing = await page.evaluate(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return { paint: paint?.startTime ?? 0, nodes: document.querySelectorAll('*').length };
});
await world.browser.close();
await world.server.close();

/** What a module weighs as it is sent, the larger of both ways to compress it. @param {string} name */
function moduleWeight(name) {
  const folder = join(import.meta.dirname, '../dist/assets');
  const sizes = readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-`) && /\.wasm\.(br|gz)$/.test(file))
    .map((file) => statSync(join(folder, file)).size);
  if (sizes.length === 0) throw new Error(`the page has no ${name}`);
  return Math.max(...sizes);
}

const isOfPage = (/** @type {{ url: string }} */ file) => !/\/api\/|\.wasm$/.test(file.url);
const found = {
  page: files.filter(isOfPage).reduce((sum, file) => sum + file.bytes, 0),
  rules: moduleWeight('rules'),
  engine: moduleWeight('engine'),
  board: firstBoard,
};
const size = (/** @type {'page' | 'rules' | 'engine'} */ part) =>
  `${(found[part] / KB).toFixed(1)} KB compressed (at most ${BUDGET[part] / KB})`;
for (const file of files) console.log(`${String(file.bytes).padStart(8)} bytes  ${new URL(file.url).pathname}`);
console.log(`page, with headers      ${size('page')}`);
console.log(`rules                   ${size('rules')}`);
console.log(`engine                  ${size('engine')}`);
console.log(`server answers after    ${answered.toFixed(0)} ms`);
console.log(`first board after       ${firstBoard.toFixed(0)} ms from the cold start of the server (at most ${BUDGET.board})`);
console.log(`a move can be made at   ${playable.toFixed(0)} ms`);
console.log(`first contentful paint  ${timing.paint.toFixed(0)} ms after the page was asked for`);
console.log(`elements in the page    ${timing.nodes}`);
const over = Object.entries(BUDGET).filter(([part, most]) => found[/** @type {keyof typeof BUDGET} */ (part)] > most);
for (const [part] of over) console.error(`over the budget: ${part}`);
if (over.length > 0) process.exit(1);
