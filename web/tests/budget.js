// What the page weighs and how soon it is there: a budget, with figures for everything that counts.

import { World } from './support/world.js';

const BUDGET = { 'page weight': 120 * 1024, 'first board': 1000 };

const world = new World();
const started = performance.now();
await world.server.start();
const answered = performance.now() - started;
await world.server.kill();

// A browser that is there already opens the address of a server that has just been started.
await world.launch();
const context = await world.browser.newContext();
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
await page.locator('.board [data-square="11"]').waitFor();
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

const isFile = (/** @type {{ url: string }} */ file) => !file.url.includes('/api/');
const weight = files.filter(isFile).reduce((sum, file) => sum + file.bytes, 0);
for (const file of files) console.log(`${String(file.bytes).padStart(8)} bytes  ${new URL(file.url).pathname}`);
console.log(`page weight             ${(weight / 1024).toFixed(1)} KB compressed, with headers (at most ${BUDGET['page weight'] / 1024})`);
console.log(`server answers after    ${answered.toFixed(0)} ms`);
console.log(`first board after       ${firstBoard.toFixed(0)} ms from the cold start of the server (at most ${BUDGET['first board']})`);
console.log(`a move can be made at   ${playable.toFixed(0)} ms`);
console.log(`first contentful paint  ${timing.paint.toFixed(0)} ms after the page was asked for`);
console.log(`elements in the page    ${timing.nodes}`);
if (weight > BUDGET['page weight'] || firstBoard > BUDGET['first board']) {
  console.error('over the budget');
  process.exit(1);
}
