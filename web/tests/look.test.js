// Looking: the tree of moves, the engine, verdicts, review, and games in and out.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, says, World } from './support/world.js';

/** @type {World} */
let world;
before(async () => void (world = await World.open()));
afterEach(() => world.tidy());
after(() => world.close());

/** @typedef {import('playwright-core').Page} Page */

const GAME = '[Event "Club night"] [Black "Ann"] [White "Bob"]\n1. 11-15 23-18 2. 8-11 {Solid.} (2. 9-14 18x9 3. 5x14) 2... 27-23 3. 4-8 23-19 *';
const game = `/#/look?${new URLSearchParams({ pdn: GAME })}`;
/** @param {string} fen */
const at = (fen) => `/#/look?${new URLSearchParams({ fen })}`;

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
/** @param {Page} page @param {string} text */
const move = (page, text) => page.getByRole('button', { name: new RegExp(`^${text}`) });

test('the score sheet has variations and comments, and a click goes there', async () => {
  const page = await world.visit(game);
  await page.locator('.comment', { hasText: 'Solid.' }).waitFor();
  const variation = page.getByRole('group', { name: 'Variation' });
  await variation.getByText('18x9').click();
  await holds(page, 9, 'white man');
  await page.keyboard.press('ArrowLeft');
  await holds(page, 14, 'black man');
  await page.keyboard.press('Home');
  await holds(page, 11, 'black man');
  await press(page, 'One move forward');
  await holds(page, 15, 'black man');
});

test('a move beside the line becomes a variation, which can be made the main line and removed', async () => {
  const page = await world.visit(game);
  await move(page, '11-15').first().click();
  await click(page, 22, 17);
  await page.getByRole('group', { name: 'Variation' }).getByText('22-17').waitFor();
  await press(page, 'Make it the main line');
  await page.getByRole('group', { name: 'Variation' }).getByText('23-18').waitFor();
  await press(page, 'Remove from here');
  await move(page, '22-17').waitFor({ state: 'detached' });
});

test('comments and marks are kept', async () => {
  const page = await world.visit(game);
  await move(page, '23-18').first().click();
  await page.getByLabel('Comment on 23-18').fill('The Cross.');
  await page.getByLabel('Mark').selectOption('!?');
  await move(page, '23-18').locator('.mark', { hasText: '!?' }).first().waitFor();
  await page.reload();
  await page.locator('.comment', { hasText: 'The Cross.' }).waitFor();
});

test('where a server answers, its engine thinks', async () => {
  const page = await world.visit(game);
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.locator('.engine').getByText('server', { exact: true }).waitFor();
  await page.locator('.engine .pv').first().waitFor();
});

test('when the server goes, the engine of the browser goes on', async () => {
  const page = await world.visit(game, { serviceWorkers: 'allow' });
  // The engine's files are kept after the first visit.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.locator('.engine').getByText('server', { exact: true }).waitFor();
  await world.server.kill();
  await page.locator('.engine').getByText('this browser').waitFor();
  await page.keyboard.press('End');
  await page.locator('.engine ol:not(.stale)').waitFor();
  await world.server.start();
  await page.locator('.engine').getByText('server', { exact: true }).waitFor();
});

test('the engine shows a bar, lines and arrows, and keeps them steady', async () => {
  const page = await world.visit(game);
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.getByRole('meter', { name: 'Score' }).waitFor();
  await page.locator('.engine .pv').nth(2).waitFor();
  await page.locator('.arrows .best').waitFor();
  const heights = new Set();
  for (let i = 0; i < 10; i++) {
    heights.add((await page.locator('.engine').boundingBox())?.height);
    await page.keyboard.press(i % 2 ? 'ArrowRight' : 'ArrowLeft');
    await page.waitForTimeout(30);
    assert.equal(await page.locator('.engine .pv').count(), 3, 'all lines stay in their places');
  }
  assert.equal(heights.size, 1, 'the panel keeps its height');
  await page.getByLabel('Lines').selectOption('1');
  await page.waitForFunction(() => document.querySelectorAll('.engine .pv').length === 1);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await page.getByRole('meter').waitFor({ state: 'detached' });
});

test('a line of the engine can be played', async () => {
  const page = await world.visit('/#/look');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.getByRole('button', { name: /^Line 1/ }).click();
  await page.locator('.moves .move').waitFor();
});

test('the endgame database judges each legal move', async () => {
  const page = await world.visit(at('W:WK18,K22:BK32'));
  await page.getByRole('heading', { name: 'Endgame database' }).waitFor();
  await page.getByText(/With perfect play White wins in \d+ plies\./).waitFor();
  const judged = page.locator('.verdicts li');
  const { moves } = await world.server.ask('position', { fen: 'W:WK18,K22:BK32' });
  assert.equal(await judged.count(), moves.length);
  assert.equal(await page.locator('.tag.win').count(), 2);
  await judged.first().getByRole('button').click();
  await page.locator('.moves .move').waitFor();
});

test('a review marks moves, draws a graph, and a click on it goes to a move', { timeout: 60_000 }, async () => {
  const page = await world.visit(game);
  await page.getByRole('tab', { name: 'Review' }).click();
  await press(page, 'Review the game');
  await page.getByRole('row', { name: /Average loss/ }).waitFor({ timeout: 30_000 });
  const graph = page.getByRole('slider', { name: 'Score after each move' });
  const box = await graph.boundingBox();
  assert(box);
  await page.mouse.click(box.x + box.width / 6, box.y + 20);
  await holds(page, 15, 'black man, last move');
  await graph.focus();
  await page.keyboard.press('End');
  await holds(page, 19, 'white man, last move');
});

test('a game is pasted, and one of several is chosen', async () => {
  const page = await world.visit('/#/look');
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByLabel('Open a game or a position').fill(`${GAME}\n\n[Black "Cy"] [White "Di"]\n1. 9-14 22-18 1-0\n`);
  await press(page, 'Open');
  await page.getByRole('button', { name: /Cy – Di/ }).click();
  await page.getByRole('tab', { name: 'Moves', selected: true }).waitFor();
  await move(page, '9-14').first().waitFor();
});

test('a position is pasted, and nonsense is answered with a reason', async () => {
  const page = await world.visit('/#/look');
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByLabel('Open a game or a position').fill('W:WK18:B9');
  await press(page, 'Open');
  await holds(page, 18, 'white king');
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByLabel('Open a game or a position').fill('W:WK18:B9 and so on, nonsense');
  await press(page, 'Open');
  await says(page, /./);
});

test('a game with a move that cannot be made is opened up to there, and that is said', async () => {
  const broken = '[Black "Ann"] 1. 11-15 23-18 2. 1-30 27-23 *';
  const page = await world.visit(`/#/look?${new URLSearchParams({ pdn: broken })}`);
  await says(page, /cannot be played on a board and was left out/);
  await page.locator('.moves .move').nth(1).waitFor();
  assert.equal(await page.locator('.moves .move').count(), 2);
});

test('a text with a game that cannot be read opens the others, and what is no text is said to be none', async () => {
  const page = await world.visit('/#/look');
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByLabel('Open a game or a position').fill('[Black "Ann"] 1. 11-15 99-22 *\n\n[Black "Cay"] 1. 9-13 22-18 *');
  await press(page, 'Open');
  await says(page, /Not all of this text could be read: game 1/);
  await page.locator('[data-side="black"]', { hasText: 'Cay' }).waitFor();
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByLabel('Choose a file').setInputFiles({ name: 'a.pdn', mimeType: 'text/plain', buffer: Buffer.from([127, 69, 76, 70, 0, 1, 0]) });
  await says(page, /not a text file/);
});

test('a name however long has one line', async () => {
  const page = await world.visit(`/#/look?${new URLSearchParams({ pdn: `[Black "${'Wilhelmina '.repeat(25)}"] 1. 11-15 *` })}`);
  await holds(page, 11, 'black man');
  const strip = page.locator('[data-side="black"]');
  assert((await strip.evaluate((strip) => strip.scrollHeight - strip.clientHeight)) <= 0);
  const [name, board] = await Promise.all([strip.locator('strong').boundingBox(), strip.boundingBox()]);
  assert(name && board && name.height < 30 && name.x + name.width <= board.x + board.width);
});

test('a file is read', async () => {
  const page = await world.visit('/#/games');
  const path = join(world.server.folder, 'game.pdn');
  writeFileSync(path, GAME);
  await page.getByLabel('Choose a file').setInputFiles(path);
  await page.getByRole('tab', { name: 'Moves' }).waitFor();
  await page.locator('.comment', { hasText: 'Solid.' }).waitFor();
});

test('links open a position and a game', async () => {
  const position = await world.visit(`/#/look?${new URLSearchParams({ fen: 'W:WK18:B9' })}`);
  await holds(position, 18, 'white king');
  const game = await world.visit(`/#/look?${new URLSearchParams({ pdn: GAME })}`);
  await game.locator('.comment', { hasText: 'Solid.' }).waitFor();
});

test('a game goes out as PDN, web page, SVG and PNG, and by copying', async () => {
  const page = await world.visit(game, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Share' }).click();
  /** @param {string} name */
  const download = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    return readFileSync(await file.path());
  };
  assert.match((await download('PDN file')).toString(), /11-15/);
  assert.match((await download('Image (SVG)')).toString(), /^<svg|<\?xml/);
  assert.equal((await download('Image (PNG)')).subarray(1, 4).toString(), 'PNG');
  const html = (await download('Web page to replay')).toString();
  assert.match(html, /<!doctype html>/i);
  assert.doesNotMatch(html, /(src|href)="(https?:)?\/\//, 'the file needs nothing else');
  const replay = await page.context().newPage();
  await replay.setContent(html);
  await replay.getByRole('button', { name: 'Forward' }).click();
  await replay.getByRole('status').getByText('11-15').waitFor();
  await replay.getByRole('button', { name: '23-18' }).click();
  await replay.locator('[aria-current]', { hasText: '23-18' }).waitFor();
  await press(page, 'Copy FEN');
  await says(page, /Copied/);
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^[BW]:W/);
  await press(page, 'Copy the link to the position');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#/look?fen='));
});
