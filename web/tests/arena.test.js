// Watching tournaments: one that is over, and one that is played meanwhile by another process.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { isForEveryone } from './support/axe.js';
import { ended, Hall, kill } from './support/tournament.js';
import { World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
const hall = new Hall();
/** @type {Record<string, string>} */
const slow = {};
before(async () => {
  const [quick, patient] = await Promise.all([hall.models(0), hall.models(0.2)]);
  const models = { clumsy: `chat:model=clumsy,url=${patient}`, hostile: `chat:model=hostile,url=${patient}` };
  Object.assign(slow, { one: 'level:1', ...models });
  const over = hall.play('autumn', { one: 'level:1', two: 'level:2', chance: 'random', hostile: `chat:model=hostile,url=${quick}` }, 'concurrency = 4\nseed = 3');
  hall.play('winter', slow, 'concurrency = 3\nrounds = 4\npolicy = { attempts = 9 }');
  [world] = await Promise.all([World.open('--arena', hall.folder), ended(over)]);
}, { timeout: 60_000 });
afterEach(() => world.tidy());
after(async () => {
  await world?.close();
  await hall.close();
});

/** @param {Page} page @param {string} name */
const tab = (page, name) => page.getByRole('tab', { name }).click();

/** How many moves the score sheet has. @param {Page} page @param {number} n */
const hasMoves = (page, n) => page.waitForFunction((n) => document.querySelectorAll('.moves .move').length >= n, n);

test('games in progress move by themselves, small and big, with the words of the players', { timeout: 30_000 }, async () => {
  const page = await world.visit('/#/arena');
  await page.getByRole('link', { name: /winter.*in progress/ }).click();
  await page.getByRole('tab', { name: /Live \(\d\)/, selected: true }).waitFor();
  const board = page.getByRole('link', { name: /^Watch .*(clumsy|hostile)/ }).first();
  const made = async () => Number(/(\d+) move/.exec((await board.textContent()) ?? '')?.[1] ?? 0);
  const before = await made();
  for (let i = 0; (await made()) <= before && i < 100; i++) await page.waitForTimeout(50);
  assert((await made()) > before, 'a small board goes on');

  await board.click();
  await page.getByRole('heading', { name: /^Game \d+, round/ }).waitFor();
  const start = await page.locator('.moves .move').count();
  await hasMoves(page, start + 3);
  await page.locator('.words blockquote').first().waitFor();
  // Whoever looks back is left there.
  await page.keyboard.press('Home');
  await hasMoves(page, start + 5);
  assert.equal(await page.locator('.moves [aria-current]').count(), 0);
});

test('a tournament that is killed and goes on is followed', { timeout: 30_000 }, async () => {
  const play = () => hall.play('spring', slow, 'concurrency = 2\nrounds = 9');
  const first = play();
  const page = await world.visit('/#/arena');
  await page.getByRole('link', { name: /spring.*in progress/ }).click();
  await page.getByRole('link', { name: /^Watch/ }).first().waitFor();
  await kill(first);
  await page.getByText('interrupted', { exact: true }).waitFor();
  const second = play();
  await page.getByText('in progress', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^Watch/ }).first().waitFor();
  await kill(second);
});

test('table, cross-table and games lead to the replay of a game', { timeout: 30_000 }, async () => {
  const page = await world.visit('/#/arena/autumn');
  await page.getByRole('heading', { name: 'The autumn <i>cup</i>' }).waitFor();
  await page.getByText('12 of 12 games').waitFor();
  const rows = page.getByRole('region', { name: 'Table' }).getByRole('row');
  assert.equal(await rows.count(), 5);
  await tab(page, 'Cross-table');
  await page.getByRole('link', { name: /^hostile against two: .*2$/ }).click();
  await page.getByRole('tab', { name: 'Games', selected: true }).waitFor();
  await page.getByText('2 games', { exact: true }).waitFor();
  await page.getByLabel('Opponent').selectOption('Anybody');
  await page.getByText('6 games', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^Replay game/ }).first().click();

  await page.getByText('Go through the game to see what was said').waitFor();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  if (!(await page.locator('.words blockquote').count())) await page.keyboard.press('ArrowRight');
  const words = await page.locator('.words blockquote').first().textContent();
  assert.match(words ?? '', /<script>alert\(1\)<\/script>/);
  assert.equal(await page.locator('.words img, .words script').count(), 0, 'words are words');
  await page.getByRole('button', { name: 'To the end' }).click();
  assert(await page.locator('.moves .move').last().getAttribute('aria-current'));
  const plies = await page.locator('.moves .move').count();
  await page.getByRole('button', { name: 'Open in Look' }).click();
  await page.getByRole('tab', { name: 'Review' }).waitFor();
  await hasMoves(page, plies);
});

test('the report opens, and can do nothing but show itself', { timeout: 30_000 }, async () => {
  const page = await world.visit('/#/arena/autumn');
  const [report] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Report' }).click()]);
  await report.getByRole('heading', { name: 'The autumn <i>cup</i>' }).waitFor();
  assert.equal(await report.evaluate(() => self.origin), 'null');
  assert.equal(await report.evaluate(() => fetch('/api/about').then(() => 'told', () => 'refused')), 'refused');
});

test('where there are no tournaments, the page says how to play one', { timeout: 30_000 }, async () => {
  const other = await World.open();
  const page = await other.visit('/#/arena');
  await page.getByText('This server shows no tournaments.').waitFor();
  await page.getByText('crownhead arena run').waitFor();
  await other.close();
});

/** @type {[string, string, string][]} */
const views = [
  ['list', '/#/arena', 'li.panel'],
  ['live games', '/#/arena/winter', 'li a svg'],
  ['table', '/#/arena/autumn?part=table', 'tbody tr'],
  ['cross-table', '/#/arena/autumn?part=cross', 'tbody a'],
  ['games', '/#/arena/autumn?part=games', 'li a'],
  ['game', '/#/arena/autumn/12', '.moves .move'],
];
for (const [name, path, there] of views) {
  test(`the arena's view "${name}" has no accessibility violation and fits every screen`, { timeout: 30_000 }, async () => {
    const page = await world.visit(path, { bypassCSP: true });
    await page.locator(there).first().waitFor();
    await isForEveryone(page);
  });
}
