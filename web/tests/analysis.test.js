// Analysis as people expect it: lines that can be clicked, scores from one side, mistakes to learn from, all of it in the PDN.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { isForEveryone } from './support/axe.js';
import { begin, click, holds, says, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
before(async () => void (world = await World.ofFiles()));
afterEach(() => world.tidy());
after(() => world.close());

/** Black gives a man away with 11-15, and another one with 16-19. */
const LOST = '[Black "Ann"] [White "Bob"]\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 11-15 18x11 5. 7x16 24-20 6. 16-19 23x16 7. 12x19 27-23 8. 10-14 23x16 *';
const link = (/** @type {Record<string, string>} */ what) => `/#/look?${new URLSearchParams(what)}`;

/** @param {Page} page @param {string | RegExp} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** @param {Page} page */
async function review(page) {
  await page.getByRole('tab', { name: 'Review' }).click();
  await press(page, 'Review the game');
  await page.getByRole('row', { name: /Average loss/ }).waitFor({ timeout: 60_000 });
}

/** A review at which one learns from the mistakes of Black. @param {import('playwright-core').BrowserContextOptions} [options] */
async function learn(options) {
  const page = await world.visit(link({ pdn: LOST }), options);
  await review(page);
  await press(page, /^Black \(\d\)$/);
  await page.getByText('Find a better move for Black.').waitFor();
  return page;
}

test('a move of a line shows its position, and a click adds the line so far, which one undo takes away', async () => {
  const page = await world.visit('/#/look');
  await page.getByRole('switch', { name: 'Engine' }).check();
  const line = page.locator('.engine .pv').first();
  await line.getByRole('button').nth(2).waitFor();
  await line.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.shown svg').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.moves .move').nth(2).waitFor();
  await press(page, 'Undo');
  await page.locator('.moves .move').waitFor({ state: 'detached' });
});

test('scores are for Black whoever is to move, and a line can be seen whole', async () => {
  for (const turn of ['B', 'W']) {
    const page = await world.visit(link({ fen: `${turn}:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8` }));
    await page.getByRole('switch', { name: 'Engine' }).check();
    await page.getByRole('button', { name: /^Line 1: \S+ -/ }).waitFor();
    await page.getByText('+ is better for Black').waitFor();
  }
  const page = await world.visit('/#/look');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.locator('.engine .pv').first().waitFor();
  await press(page, 'Show the whole line: Line 1');
  const { height } = /** @type {{ height: number }} */ (await page.locator('.engine li').first().boundingBox());
  assert(height > 80);
});

test('an arrow is as wide as its move is good, and a bad move has none', async () => {
  // One move wins a man, the others lose one.
  const page = await world.visit(link({ fen: 'B:W18,27,31:B10,11,3' }));
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.locator('.arrows .best').waitFor();
  await page.locator('.engine .pv').nth(1).waitFor();
  const weights = await page.locator('.arrows .other').evaluateAll((arrows) => arrows.map((arrow) => Number(getComputedStyle(arrow).getPropertyValue('--weight'))));
  for (const weight of weights) assert(weight > 0 && weight <= 1, String(weight));
  const lines = await page.locator('.engine .pv').count();
  assert(weights.length < lines, `${weights.length} of ${lines}`);
});

test('a review leads from mistake to mistake and has a graph with sides, and its marks and scores are in the PDN', { timeout: 90_000 }, async () => {
  const page = await world.visit(link({ pdn: LOST }));
  await review(page);
  await page.locator('.graph .scale', { hasText: /Black.*White/s }).waitFor();
  assert(await page.locator('.graph .numbers span').count());
  await press(page, 'Next mistake');
  await holds(page, 15, 'black man, last move');
  await page.locator('.current', { hasText: /11-15\?.*Better was/s }).waitFor();
  await press(page, 'Next mistake');
  await holds(page, 19, 'black man, last move');
  await press(page, 'Previous mistake');
  await holds(page, 15, 'black man, last move');
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
  await page.getByRole('button', { name: /^4\. 11-15\?/ }).click();
  await press(page, 'Share');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'PDN file')]);
  const pdn = readFileSync(await file.path(), 'utf8').replace(/\s+/g, ' ');
  assert.match(pdn, /4\. 11-15\?+ \{\[%eval -\d\.\d\d\]\}/);
  assert.equal(pdn.match(/\[%eval /g)?.length, 16);
});

test('a review is there again after a reload, as long as the game is the same', { timeout: 90_000 }, async () => {
  const page = await world.visit(link({ pdn: LOST }));
  await review(page);
  await page.reload();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('row', { name: /Average loss/ }).waitFor();
  await press(page, 'Next mistake');
  await page.locator('.current', { hasText: /11-15\?.*Better was/s }).waitFor();
  // With another end it is another game.
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await press(page, 'Remove from here');
  await page.reload();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review the game' }).waitFor();
});

test('a mistake is played again until the move is good', { timeout: 120_000 }, async () => {
  const page = await learn();
  await holds(page, 11, 'black man');
  // What was captured is of this position, not of the one that was looked at before.
  for (const side of ['black', 'white']) await page.locator(`[data-side="${side}"]`).getByText('captured 1 man').waitFor();
  // The same mistake once more.
  await click(page, 11, 15);
  await page.getByText('11-15 is not good enough.').waitFor();
  await press(page, 'Try again');
  await press(page, 'Hint');
  await page.locator('.arrows .hint .ring').waitFor();
  await click(page, 4, 8);
  await page.getByText('Good move!').waitFor({ timeout: 20_000 });
  await press(page, 'Next');
  await press(page, 'Show the solution');
  await page.getByText(/^The best move was/).waitFor();
  await page.locator('.arrows .hint .shaft').waitFor();
  await press(page, 'Next');
  if (await page.getByText('Find a better move').isVisible()) {
    await press(page, 'Show the solution');
    await press(page, 'Next');
  }
  await page.getByText(/^That was all\. You found 0 of \d without help\.$/).waitFor();
  await press(page, 'Back to the review');
  await page.getByRole('tab', { name: 'Moves' }).waitFor();
});

test('learning from mistakes is for everyone', { timeout: 120_000 }, async () => {
  const page = await learn({ bypassCSP: true });
  await isForEveryone(page);
});

test('three key moments are found by themselves when a game is over', { timeout: 60_000 }, async () => {
  const page = await world.visit('/#/play', { bypassCSP: true });
  await begin(page, { kind: 'two' });
  for (const [from, to] of [[11, 15], [22, 18], [15, 22], [25, 18], [8, 11], [29, 25], [11, 15], [18, 11], [7, 16], [24, 20]]) await click(page, from, to);
  await press(page, 'Resign');
  await press(page, 'Yes');
  const card = page.getByRole('group', { name: 'The game is over' });
  await card.getByText('Key moments').waitFor();
  const height = async () => (await card.boundingBox())?.height;
  const before = await height();
  await card.getByRole('button', { name: /^4\. 11-15\?/ }).waitFor({ timeout: 30_000 });
  assert.equal(await height(), before, 'the card keeps its height');
  await card.getByRole('button', { name: /^4\. 11-15\?/ }).click();
  await holds(page, 15, 'black man, last move');
  await says(page, /11-15\?.*better was/);
});

test('studies are put into folders', async () => {
  const page = await world.visit(link({ pdn: LOST }));
  await click(page, 9, 14);
  await page.getByRole('tab', { name: 'Library' }).click();
  await press(page, 'Rename or move: Ann – Bob');
  await page.getByLabel('Folder').fill('Lost games');
  await press(page, 'Save');
  const folder = page.locator('details', { hasText: 'Lost games' });
  await folder.getByRole('button', { name: /^Ann – Bob/ }).waitFor();
  await folder.locator('summary').click();
  await folder.getByRole('button', { name: /^Ann – Bob/ }).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('tab', { name: 'Library' }).click();
  await folder.getByRole('button', { name: /^Ann – Bob/ }).waitFor();
});
