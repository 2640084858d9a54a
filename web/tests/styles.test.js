// Games in the style of classic programs: rules, names, squares, a board in text, moves from a list.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { isForEveryone } from './support/axe.js';
import { click, square, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
before(async () => void (world = await World.ofFiles()));
afterEach(() => world.tidy());
after(() => world.close());

/** Begins a game for two in a style. @param {string} style @param {import('playwright-core').BrowserContextOptions} [options] */
async function begin(style, options) {
  const page = await world.visit('/#/play', options);
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Pass and play' }).check();
  await dialog.getByLabel('Style').selectOption(style);
  await dialog.locator('pre').waitFor();
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await dialog.waitFor({ state: 'detached' });
  return page;
}

/** @param {Page} page @param {string} text */
const headline = (page, text) => page.locator('.state h2', { hasText: text }).waitFor();

test('list: White begins, and a move is chosen by its number in the list', async () => {
  const page = await begin('list');
  await headline(page, 'White to move');
  await square(page, 29).locator('text', { hasText: /^0$/ }).waitFor();
  const style = page.getByRole('region', { name: 'The game in its style' });
  await style.getByText('7 . b . b . b . b').waitFor();
  await style.getByRole('button', { name: '0: 16-25' }).waitFor();
  await page.getByLabel('Type a move').fill('0');
  await page.keyboard.press('Enter');
  await headline(page, 'Black to move');
  await style.getByRole('button', { name: /^1: / }).click();
  await headline(page, 'White to move');
  await page.reload();
  await headline(page, 'White to move');
  await style.getByText('0 1 2 3 4 5 6 7').waitFor();
});

test('letters: Player One begins, a letter and a number are typed, and the score is told', async () => {
  const page = await begin('letters');
  await headline(page, 'Player One to move');
  await page.getByText('Turn 1. Score: Player One 0, Player Two 0.').waitFor();
  await page.getByLabel('Type a move').fill('a 0');
  await page.keyboard.press('Enter');
  await headline(page, 'Player Two to move');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await headline(page, 'Player One wins: Player Two resigned.');
});

test('masks: Red begins at the bottom, and the words of the position are shown', async () => {
  const page = await begin('masks', { bypassCSP: true });
  await headline(page, 'Red to move');
  await page.getByText('0x00000FFF').waitFor();
  await isForEveryone(page);
});

test('coordinates and indices: an example, and a board with the names of the squares', async () => {
  const first = await begin('coordinates');
  await first.getByText(/^Type a move, for example [A-H]\d to [A-H]\d\.$/).waitFor();
  const second = await begin('indices');
  await headline(second, 'Red to move');
  await second.getByText(/56\s+58\s+60\s+62/).waitFor();
  // The board, the list and what is read aloud name squares alike, and pieces have the colors of their names.
  await click(second, 11, 15);
  await second.locator('.moves .move').first().waitFor();
  const squares = await Promise.all([11, 15].map((n) => square(second, n).locator('text').textContent()));
  assert.equal((await second.locator('.moves .move').first().textContent())?.trim(), squares.join('-'));
  await second.locator('[role=status]', { hasText: `Red: ${squares[0]} to ${squares[1]}.` }).waitFor();
  const color = (/** @type {number} */ n) => second.locator('.board').evaluate((board, n) => getComputedStyle(board).getPropertyValue(n ? '--black-face' : '--white-face'), n);
  assert.deepEqual([await color(1), await color(0)], ['#a3322a', '#37302c']);
});
