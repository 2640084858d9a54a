// Pictures of every view at five sizes, in light and dark, to be looked at: `node scripts/pictures.js FOLDER [VIEW …]`. The page is the
// one that was built last; a server is started from CROWNHEAD for what needs one. With JPEG=1 they are small, for documents.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { begin, click, World } from '../tests/support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {[number, number][]} */
const SIZES = [
  [390, 844],
  [844, 390],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
];
const LOOKS = /** @type {const} */ (['light', 'dark']);
const GAME =
  '[Event "Club night"] [Black "Ann"] [White "Bob"]\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 11-15 18x11 5. 7x16 24-20 6. 16-19 23x16 7. 12x19 27-23 8. 10-14 23x16 *';
const game = `#/look?${new URLSearchParams({ pdn: GAME })}`;

/** @param {Page} page @param {string | RegExp} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** @param {Page} page */
async function review(page) {
  await page.getByRole('tab', { name: 'Review' }).click();
  await press(page, 'Review the game');
  await page.getByRole('row', { name: /Average loss/ }).waitFor({ timeout: 60_000 });
  await press(page, 'Next mistake');
}

/** Each view: its address, and what is done there first. @type {Record<string, [string, ((page: Page) => Promise<unknown>)?]>} */
const VIEWS = {
  home: ['#/play'],
  game: ['#/play', async (page) => {
    await begin(page, { kind: 'two' });
    for (const [from, to] of [[11, 15], [22, 18], [15, 22], [25, 18], [8, 11]]) await click(page, from, to);
  }],
  end: ['#/play', async (page) => {
    await begin(page, { kind: 'two' });
    for (const [from, to] of [[11, 15], [22, 18], [15, 22], [25, 18], [8, 11], [29, 25], [11, 15], [18, 11], [7, 16], [24, 20]]) await click(page, from, to);
    await press(page, 'Resign');
    await press(page, 'Yes');
    await page.locator('.moments button').first().waitFor({ timeout: 30_000 });
  }],
  'new-game': ['#/play', (page) => press(page, 'New game')],
  settings: ['#/play', (page) => press(page, 'Settings')],
  setup: ['#/setup'],
  analysis: [game, async (page) => {
    await page.getByRole('switch', { name: 'Engine' }).check();
    await page.keyboard.press('ArrowRight');
    await page.locator('.engine ol:not(.stale) .pv').nth(2).waitFor();
  }],
  review: [game, review],
  mistakes: [game, async (page) => {
    await review(page);
    await press(page, /^Black \(\d\)$/);
    await press(page, 'Hint');
  }],
  share: [game, (page) => press(page, 'Share')],
  library: [game, (page) => page.getByRole('tab', { name: 'Library' }).click()],
  rules: ['#/learn/rules-5', (page) => page.locator('.task').waitFor()],
  tour: ['#/learn/tour-15', (page) => page.locator('.equation').waitFor()],
  exercise: ['#/learn/exercises-2', (page) => page.getByLabel('Write it').waitFor()],
  calculator: ['#/learn/calculator', (page) => page.getByTestId('hex').waitFor()],
  bits: ['#/learn/bits', (page) => page.getByRole('button', { name: /^jumpers 0x/ }).waitFor()],
  games: ['#/games'],
  online: ['#/online', (page) => page.locator('.who strong').waitFor()],
  leaders: ['#/leaders'],
  archive: ['#/archive'],
  arena: ['#/arena'],
};

const [folder = 'pictures', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
process.env.PAGE_FROM_DIST ??= '1';
const world = await World.open();
try {
  for (const [name, [address, prepare]] of Object.entries(VIEWS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const look of LOOKS) await take(name, look, address, prepare);
    console.log(name);
  }
} finally {
  await world.close();
}

/** @param {string} name @param {'light' | 'dark'} look @param {string} address @param {((page: Page) => Promise<unknown>) | undefined} prepare */
async function take(name, look, address, prepare) {
  const page = await world.visit(`/${address}`, { colorScheme: look });
  await prepare?.(page);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const file = join(folder, `${name}-${width}x${height}-${look}`);
    await page.screenshot(process.env.JPEG ? { path: `${file}.jpg`, type: 'jpeg', quality: 70 } : { path: `${file}.png` });
  }
  await page.context().close();
}
