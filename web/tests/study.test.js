// Looking without a server: studies, the engine, files with many games and the bits, from files alone.

import assert from 'node:assert/strict';
import { writeFileSync, mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, middle, says, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
const folder = mkdtempSync(join(tmpdir(), 'crownhead-files-'));
before(async () => void (world = await World.ofFiles()));
afterEach(() => world.tidy());
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const GAME = '[Event "Club night"] [Black "Ann"] [White "Bob"]\n1. 11-15 23-18 2. 8-11 {Solid.} (2. 9-14 18x9 3. 5x14) 2... 27-23 3. 4-8 23-19 *';
const link = (/** @type {Record<string, string>} */ what) => `/#/look?${new URLSearchParams(what)}`;

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
/** @param {Page} page @param {string} text */
const move = (page, text) => page.getByRole('button', { name: new RegExp(`^${text}`) });
/** @param {Page} page @param {string} name */
const tab = (page, name) => page.getByRole('tab', { name }).click();

test('the network is cut: the engine thinks, a variation is added and commented, and all is there after a reload', async () => {
  const page = await world.visit(link({ pdn: GAME }));
  await page.locator('.comment', { hasText: 'Solid.' }).waitFor();
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.locator('.engine .pv').nth(2).waitFor();
  await page.locator('.engine').getByText('this browser').waitFor();
  await page.context().setOffline(true);
  await move(page, '11-15').first().click();
  await page.locator('.engine ol:not(.stale)').waitFor();
  await click(page, 22, 17);
  await page.getByRole('group', { name: 'Variation' }).getByText('22-17').waitFor();
  await page.getByLabel('Comment on 22-17').fill('The Dundee turned round.');
  await page.locator('.comment', { hasText: 'The Dundee' }).waitFor();
  await page.getByLabel('Mark').selectOption('!?');
  await page.locator('.engine ol:not(.stale)').waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await page.getByRole('group', { name: 'Variation' }).getByText('22-17').waitFor();
  await page.locator('.comment', { hasText: 'The Dundee' }).waitFor();
  await move(page, '22-17').locator('.mark', { hasText: '!?' }).waitFor();
});

test('what is removed comes back by undo', async () => {
  const page = await world.visit(link({ pdn: GAME }));
  await page.getByRole('group', { name: 'Variation' }).getByText('9-14').click();
  await press(page, 'Remove from here');
  await says(page, /9-14 and what follows were removed/);
  await page.getByRole('group', { name: 'Variation' }).waitFor({ state: 'detached' });
  await press(page, 'Undo');
  await page.getByRole('group', { name: 'Variation' }).getByText('18x9').waitFor();
  await press(page, 'Redo');
  await page.getByRole('group', { name: 'Variation' }).waitFor({ state: 'detached' });
});

/** Waits until everything that was changed is on the disk: what comes later is done later. @param {Page} page */
const isKept = (page) =>
  page.evaluate(
    () =>
      new Promise((done, fail) => {
        const open = indexedDB.open('crownhead');
        open.onerror = fail;
        open.onsuccess = () => {
          const last = open.result.transaction('studies', 'readwrite');
          last.objectStore('studies').count();
          last.oncomplete = () => (open.result.close(), done(null));
        };
      }),
  );

test('arrows and circles are drawn in four colors and kept with the position', async () => {
  const page = await world.visit('/#/look');
  await holds(page, 11, 'black man');
  /** @param {number} from @param {number} to @param {string[]} keys */
  const draw = async (from, to, keys) => {
    const [start, end] = [await middle(page, from), await middle(page, to)];
    for (const key of keys) await page.keyboard.down(key);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(end.x, end.y);
    await page.mouse.up({ button: 'right' });
    for (const key of keys) await page.keyboard.up(key);
  };
  await draw(11, 15, []);
  await draw(22, 18, ['Shift']);
  await draw(9, 9, ['Alt']);
  await draw(10, 14, ['Shift', 'Alt']);
  for (const color of ['green', 'red', 'blue', 'yellow']) await page.locator(`.arrows .drawn.${color}`).waitFor();
  await click(page, 11, 15);
  await page.locator('.arrows .drawn').first().waitFor({ state: 'detached' });
  await press(page, 'One move back');
  await page.locator('.arrows .drawn').nth(3).waitFor();
  await draw(11, 15, []);
  await page.locator('.arrows .green').waitFor({ state: 'detached' });
  await isKept(page);
  await page.reload();
  await page.locator('.arrows .red').waitFor();
  assert.equal(await page.locator('.arrows .drawn').count(), 3);
});

test('a study has a name and details, and is renamed, deleted, brought back and saved in the library', async () => {
  const page = await world.visit('/#/look');
  await click(page, 11, 15);
  await page.getByText('About this study').click();
  await page.getByLabel('Black', { exact: true }).fill('Ann');
  await page.getByLabel('White', { exact: true }).fill('Bob');
  await page.getByLabel('White', { exact: true }).blur();
  await page.locator('[data-side="black"]', { hasText: 'Ann' }).waitFor();
  await tab(page, 'Library');
  await press(page, 'Rename or move: Ann – Bob');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Old Faithful');
  await page.keyboard.press('Enter');
  await press(page, 'Delete: Old Faithful');
  await page.getByTestId('message').getByText('“Old Faithful” was deleted.').waitFor();
  await page.getByRole('button', { name: 'Save as PDN: Old Faithful' }).waitFor({ state: 'detached' });
  await press(page, 'Undo');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as PDN: Old Faithful')]);
  assert.equal(file.suggestedFilename(), 'Old-Faithful.pdn');
  assert.match(readFileSync(await file.path(), 'utf8'), /\[Black "Ann"\][^]*11-15/);
  await page.getByRole('button', { name: /^Old Faithful/ }).click();
  await move(page, '11-15').first().waitFor();
});

/** Many games, as a collector has them. @param {number} count */
const collection = (count) =>
  Array.from({ length: count }, (_, i) => {
    const [black, white, result] = [`Player ${i % 50}`, i % 7 ? 'Jos\u00e9 Rival' : 'Tinsley', ['1-0', '0-1', '1/2-1/2'][i % 3]];
    return `[Event "Match ${1950 + (i % 40)}"]\n[Date "${1950 + (i % 40)}.01.02"]\n[Black "${black}"]\n[White "${white}"]\n[Result "${result}"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. ${i % 2 ? '9-13' : '11-16'} 17-14 ${result}\n`;
  }).join('\n');

test('the network is cut: a file with 724 games is opened, searched, and a game of it becomes a study', async () => {
  const path = join(folder, 'collection.pdn');
  // As old programs for Windows write it.
  writeFileSync(path, Buffer.from(collection(724), 'latin1'));
  const page = await world.visit('/#/look');
  await holds(page, 11, 'black man');
  await tab(page, 'Library');
  // What reads files comes with the first one, from wherever the page came.
  await page.getByLabel('Choose a file').setInputFiles(path);
  await page.getByRole('status').filter({ hasText: /^724 games$/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('searchbox').fill('tinsley 1955 player');
  await page.getByRole('status').filter({ hasText: /^\d of 724 games$/ }).waitFor();
  await page.getByRole('searchbox').fill('jose');
  await page.getByLabel('Result').selectOption('Draw');
  await page.getByRole('status').filter({ hasText: /^2\d\d of 724 games$/ }).waitFor();
  await page.getByRole('button', { name: /José Rival/ }).first().click();
  await page.getByRole('tab', { name: 'Moves', selected: true }).waitFor();
  await page.locator('[data-side="white"]', { hasText: 'José Rival' }).waitFor();
  const event = page.locator('.head', { hasText: /\d{4}/ });
  const first = await event.textContent();
  await page.getByRole('button', { name: 'Next game' }).click();
  await page.waitForFunction((before) => [...document.querySelectorAll('.head')].every((head) => head.textContent !== before), first);
  await page.getByRole('button', { name: 'Previous game' }).click();
  await page.locator('[data-side="white"]', { hasText: 'José Rival' }).waitFor();
  await isKept(page);
  await page.context().setOffline(false);
  await page.reload();
  await page.locator('[data-side="white"]', { hasText: 'José Rival' }).waitFor();
  await tab(page, 'Library');
  await page.getByRole('button', { name: /^collection/ }).click();
  await page.getByRole('status').filter({ hasText: /^724 games$/ }).waitFor();
});

test('a review is made in the browser', { timeout: 60_000 }, async () => {
  const page = await world.visit(link({ pdn: '1. 11-15 23-19 2. 8-11 22-17 *' }));
  await tab(page, 'Review');
  await press(page, 'Review the game');
  await page.getByRole('row', { name: /Average loss/ }).waitFor({ timeout: 30_000 });
  const graph = page.getByRole('slider', { name: 'Score after each move' });
  await graph.focus();
  await page.keyboard.press('End');
  await holds(page, 17, 'white man, last move');
});

test('the endgame database of the browser judges each legal move', async () => {
  const page = await world.visit(link({ fen: 'W:WK18,K22:BK32' }));
  await page.getByText(/With perfect play White wins in \d+ plies\./).waitFor();
  assert.equal(await page.locator('.tag.win').count(), 2);
  await page.locator('.verdicts li').first().getByRole('button').click();
  await page.locator('.moves .move').waitFor();
});

test('the bits are computed with the network cut', async () => {
  const page = await world.visit('/#/learn/bits');
  await page.getByRole('button', { name: /^empty 0x/ }).click();
  await page.context().setOffline(true);
  await click(page, 11, 15);
  await page.getByText('black ^= 0x00004400').waitFor();
  await page.getByRole('tab', { name: 'Tour' }).click();
  await page.locator('.equation').first().waitFor();
});

test('two tabs of one study agree', async () => {
  const page = await world.visit(link({ pdn: GAME }));
  await page.locator('.comment', { hasText: 'Solid.' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${world.host.address}/#/look`);
  await other.locator('.comment', { hasText: 'Solid.' }).waitFor();
  await click(other, 9, 14);
  await move(page, '9-14').nth(1).waitFor();
});

test('games of an earlier version are offered once, and become studies', async () => {
  const pdn = `${GAME}\n\n[Black "Cy"] [White "Di"]\n1. 9-14 22-18 1-0\n`;
  const page = await world.visit('/#/look', {}, async (page) => {
    await page.route('**/api/about', (route) => route.fulfill({ json: { name: 'crownhead', version: '1', levels: [], presets: [], settings: [], database_pieces: 0 } }));
    await page.route('**/api/old-games', (route) => route.fulfill({ json: { games: 2, left_out: 0, pdn } }));
  });
  await press(page, 'Bring them here');
  await says(page, /2 games imported/);
  await tab(page, 'Library');
  await page.getByRole('button', { name: /^Cy – Di/ }).click();
  await move(page, '9-14').first().waitFor();
  await page.reload();
  await move(page, '9-14').first().waitFor();
  await tab(page, 'Library');
  await page.getByRole('button', { name: /^Ann – Bob/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Bring them here' }).count(), 0);
});

test('everything goes out without a server: text, pictures, a page, links', async () => {
  const page = await world.visit(link({ pdn: GAME }));
  await press(page, 'Share');
  /** @param {string} name */
  const download = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, name)]);
    return readFileSync(await file.path());
  };
  await page.context().setOffline(true);
  assert.match((await download('PDN file')).toString(), /\[Black "Ann"\][^]*11-15/);
  assert.match((await download('Image (SVG)')).toString(), /^<svg|<\?xml/);
  assert.equal((await download('Image (PNG)')).subarray(1, 4).toString(), 'PNG');
  assert.match((await download('Web page to replay')).toString(), /<!doctype html>/i);
});
