// Learning the bits: the panel and the guided tour.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, square, World } from './support/world.js';

/** @type {World} */
let world;
before(async () => void (world = await World.open()));
afterEach(() => world.tidy());
after(() => world.close());

const MASKS = ['black', 'white', 'kings', 'occupied', 'empty', 'movers', 'movers left', 'movers right', 'jumpers'];

/** The button of a mask. @param {import('playwright-core').Page} page @param {string} name */
const mask = (page, name) => page.getByRole('button', { name: new RegExp(`^${name} 0x`) });

/** Waits until the mask that is shown is this one. @param {import('playwright-core').Page} page @param {string} word */
const hex = (page, word) => page.getByTestId('hex').filter({ hasText: word }).waitFor();

test('each mask is shown as a board, in binary and in hex, in both layouts', async () => {
  const page = await world.visit('/#/learn');
  for (const name of MASKS) await mask(page, name).waitFor();
  await mask(page, 'empty').click();
  await hex(page, '0x000FF000');
  await page.getByText('0b0000_0000_0000_1111_1111_0000_0000_0000').waitFor();
  await page.getByText('= !(black | white)').waitFor();
  await holds(page, 13, 'empty, bit 1');
  await holds(page, 1, 'black man, bit 0');
  await page.getByRole('button', { name: '64 bits: all squares' }).click();
  await hex(page, '0x00000055AA000000');
  await page.getByLabel('As plain text').filter({ hasText: '29  30  31  32' }).waitFor();
});

test('the square under the pointer has its mask told', async () => {
  const page = await world.visit('/#/learn');
  await square(page, 11).hover();
  await page.getByText('1 << 10 = 0x00000400').waitFor();
  await page.getByText('Square 11, f6').waitFor();
});

test('a bit is clicked on and off, and the board follows', async () => {
  const page = await world.visit('/#/learn');
  await page.getByRole('button', { name: /^bit 10, square 11 f6, 1/ }).click();
  await holds(page, 11, 'empty');
  await hex(page, '0x00000BFF');
  await mask(page, 'kings').click();
  await page.getByRole('button', { name: /^bit 9, square 10 d6, 0/ }).click();
  await holds(page, 10, 'black king');
  await mask(page, 'white').click();
  await page.getByRole('button', { name: /^bit 9, / }).click();
  await page.getByText('These bits are not a legal position:').waitFor();
});

test('every move shows the operations that made it', async () => {
  const page = await world.visit(`/#/look?${new URLSearchParams({ fen: 'W:W18:B14,K6' })}`);
  await holds(page, 18, 'white man');
  await page.getByRole('link', { name: 'Learn' }).click();
  // The view that is left has a board with the same man, so the new one is waited for first.
  const operations = page.getByRole('region', { name: 'What the last move did' });
  await operations.waitFor();
  await holds(page, 18, 'white man');
  await click(page, 18, 2);
  await holds(page, 2, 'white king');
  await operations.getByText('white ^= 0x00020002').waitFor();
  await operations.getByText('black &= !0x00002020').waitFor();
  await operations.getByText('kings ^= 0x00000022').waitFor();
});

test('the tour runs every step live, and its comparisons come out as zero', { timeout: 60_000 }, async () => {
  const page = await world.visit('/#/learn/tour-1');
  const count = await page.getByLabel('All steps').locator('option').count();
  for (let step = 1; step <= count; step++) {
    await page.getByText(`Step ${step} of ${count}`).waitFor();
    await page.locator('.equation').first().waitFor();
    const difference = page.locator('.equation', { hasText: 'difference' });
    if (await difference.count()) assert.match((await difference.textContent()) ?? '', /0x00000000/);
    await page.getByRole('button', { name: step < count ? 'Next' : 'To the bits' }).click();
  }
  await mask(page, 'black').waitFor();
});

test('the steps of the tour answer to clicks', async () => {
  const page = await world.visit('/#/learn/tour-1');
  await page.getByText('bit = square(11)').waitFor();
  await click(page, 18);
  await page.locator('.equation', { hasText: '0x00020000' }).first().waitFor();

  await page.getByLabel('All steps').selectOption('1');
  await page.locator('.number', { hasText: '12' }).waitFor();
  await page.getByRole('checkbox', { name: 'men, square 13, 0' }).click();
  await page.locator('.number', { hasText: '13' }).waitFor();
  await holds(page, 13, 'black man');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.number', { hasText: '12' }).waitFor();
});

test('a multi-jump comes out as the game plays it', async () => {
  const page = await world.visit('/#/learn/tour-14');
  const line = (/** @type {string} */ name) => page.locator('.equation', { has: page.locator('code', { hasText: new RegExp(`^${name} =`) }) });
  await line('white_after').getByText('0x00000002').waitFor();
  await line('kings_after').getByText('0x00000002').waitFor();
  await line('black_after').getByText('0x00000000').waitFor();
  const { position } = await world.server.ask('position/move', { fen: 'W:W18:B14,K6', move: '18x9x2' });
  assert.equal(position.fen.replace(/^B:/, ''), 'WK2:B');
});
