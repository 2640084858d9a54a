// One's own games without any server: the page from a host of files, and then with the network cut.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { begin, click, holds, says, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
before(async () => void (world = await World.ofFiles()));
afterEach(() => world.tidy());
after(() => world.close());

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** @param {Page} page */
const moves = (page) => page.locator('.moves .move').allTextContents().then((texts) => texts.map((text) => text.trim()));

/** @param {Page} page @param {number} count */
const played = (page, count) => page.waitForFunction((count) => document.querySelectorAll('.moves .move').length >= count, count);

/** Makes the move that the page advises, and waits for what follows. @param {Page} page */
async function playHint(page) {
  const before = (await moves(page)).length;
  await press(page, 'Hint');
  await page.locator('[data-testid=message]', { hasText: /^Try / }).waitFor();
  const said = (await page.getByTestId('message').textContent()) ?? '';
  const move = /^Try ([\dx-]+)/.exec(said.trim())?.[1] ?? '';
  await page.getByLabel('Type a move').fill(move);
  await page.getByLabel('Type a move').press('Enter');
  await page.waitForFunction((before) => {
    const [headline] = document.querySelectorAll('.state h2');
    const isOn = document.querySelectorAll('.moves .move').length > before;
    return isOn && (/Your move/.test(headline?.textContent ?? '') || document.querySelector('.state.over'));
  }, before);
}

test('a whole game against level 3 with the network cut', { timeout: 300_000 }, async () => {
  const page = await world.visit('/');
  await begin(page, { kind: 'computer', level: 3 });
  // The engine comes with the first question.
  await click(page, 11, 15);
  await played(page, 2);
  await page.context().setOffline(true);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  for (let i = 0; i < 150 && !(await page.locator('.state.over').isVisible()); i++) await playHint(page);
  await page.locator('.state.over h2', { hasText: /wins|Draw/ }).waitFor();
  assert.deepEqual(asked, []);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.locator('[data-side="white"]').filter({ hasText: 'You' }).waitFor();
  await played(page, 1);
});

test('two play at one board with the network cut', async () => {
  const page = await world.visit('/');
  await page.locator('.marks .movable').first().waitFor();
  await page.context().setOffline(true);
  await begin(page, { kind: 'two' });
  await page.getByRole('heading', { name: 'Black to move' }).waitFor();
  await click(page, 11, 15);
  await page.getByRole('heading', { name: 'White to move' }).waitFor();
  await click(page, 22, 18);
  await page.getByText('You must jump.').waitFor();
  await click(page, 15, 22);
  await page.locator('[data-side="black"]').getByText('captured 1 man').waitFor();
  await press(page, 'Take back');
  await press(page, 'Take back');
  assert.deepEqual(await moves(page), ['11-15']);
  await press(page, 'Redo');
  assert.deepEqual(await moves(page), ['11-15', '22-18']);
  await press(page, 'Offer a draw');
  await page.getByRole('group', { name: 'Black offers a draw.' }).waitFor();
  await press(page, 'Accept');
  await page.getByRole('heading', { name: 'Draw: by agreement.' }).waitFor();
});

test('a reload goes on with the game, and so does a closed browser', async () => {
  const page = await world.visit('/');
  await begin(page, { kind: 'computer', level: 1 });
  await click(page, 11, 15);
  await played(page, 2);
  const before = await moves(page);
  await page.reload();
  await holds(page, 15, 'black man');
  assert.deepEqual(await moves(page), before);
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(world.host.address);
  await holds(again, 15, 'black man');
  assert.deepEqual(await moves(again), before);
});

test('two tabs of one game do not fight', async () => {
  const page = await world.visit('/');
  await begin(page, { kind: 'two' });
  await click(page, 11, 15);
  const other = await page.context().newPage();
  await other.goto(world.host.address);
  await holds(other, 15, 'black man');
  await other.getByText('This game is being played in another tab.').first().waitFor();
  // What is played in one is seen in the other, which cannot play.
  await click(page, 22, 18);
  await holds(other, 18, 'white man');
  await click(other, 15);
  await says(other, /another tab/);
  // It is taken over, and the first one only shows it from then on.
  await press(other, 'Play it here');
  await page.getByText('This game is being played in another tab.').first().waitFor();
  await click(other, 15, 22);
  await holds(page, 22, 'black man');
  await click(page, 25);
  await says(page, /another tab/);
  // A tab that is closed leaves it to the other, which goes on by itself.
  await other.close();
  await page.getByRole('heading', { name: 'White to move' }).waitFor();
  await page.getByText('another tab').first().waitFor({ state: 'detached' });
  await click(page, 25, 18);
  await holds(page, 18, 'white man');
});

test('a clock runs out', async () => {
  const page = await world.visit('/');
  await press(page, 'New game');
  await page.getByRole('radio', { name: 'Pass and play' }).check();
  await page.getByLabel('Clock').selectOption('own');
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('0.1');
  await page.getByRole('spinbutton', { name: 'Seconds added' }).fill('0');
  await press(page, 'Begin');
  await click(page, 11, 15);
  await click(page, 22, 18);
  await page.locator('.clock.running').waitFor();
  await page.locator('.state h2', { hasText: 'White wins: Black ran out of time.' }).waitFor();
});

test('games have names, are deleted and brought back, go out and come in with studies', async () => {
  const page = await world.visit(`/#/look?${new URLSearchParams({ pdn: '[Black "Ann"] [White "Bob"] 1. 11-15 *' })}`);
  await click(page, 9, 13);
  await holds(page, 13, 'black man');
  await page.getByRole('link', { name: 'Play' }).click();
  await begin(page, { kind: 'two' });
  await click(page, 12, 16);
  await holds(page, 16, 'black man');
  await page.getByRole('link', { name: 'Games' }).click();
  await page.locator('li.panel').getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Name of the game').fill('The long one');
  await press(page, 'Save');
  await page.locator('li.panel', { hasText: 'The long one' }).waitFor();
  const [pdn] = await Promise.all([page.waitForEvent('download'), press(page, 'All games as PDN')]);
  const [backup] = await Promise.all([page.waitForEvent('download'), press(page, 'Backup of everything')]);
  assert.match(await content(pdn), /\[Event "The long one"\][\s\S]*1\. 12-16/);
  await page.locator('li.panel').getByRole('button', { name: /^Delete/ }).click();
  await page.getByText('You have played no games yet.').waitFor();
  await press(page, 'Undo');
  await page.locator('li.panel', { hasText: 'The long one' }).waitFor();
  await page.locator('li.panel').getByRole('button', { name: /^Delete/ }).click();
  const elsewhere = await world.visit('/#/games');
  await elsewhere.getByLabel('Restore a backup').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(await content(backup)) });
  await says(elsewhere, /1 game and 1 study or file imported/);
  await elsewhere.locator('li.panel .open', { hasText: 'The long one' }).click();
  await holds(elsewhere, 16, 'black man');
  await elsewhere.getByRole('link', { name: 'Games' }).click();
  await elsewhere.getByRole('button', { name: /^Ann – Bob 1 move/ }).click();
  await elsewhere.getByRole('button', { name: 'One move forward' }).click();
  await holds(elsewhere, 15, 'black man');
});

/** @param {import('playwright-core').Download} download */
async function content(download) {
  const stream = await download.createReadStream();
  /** @type {Buffer[]} */
  const parts = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

test('a hint says why, and what is wrong is said in words', async () => {
  const page = await world.visit('/');
  await begin(page, { kind: 'two', fen: 'B:W15,24,28:B5,11' });
  await press(page, 'Hint');
  await says(page, /^Try 11x18: it is the only legal move/);
  await page.locator('.arrows .hint').waitFor();
  await page.getByLabel('Type a move').fill('5-9');
  await page.getByLabel('Type a move').press('Enter');
  await says(page, /You must jump: the piece on 11 can jump\. Play 11x18\./);
});

test('what needs a server says so', async () => {
  const page = await world.visit('/#/online');
  await page.getByText('need a server, and there is none right now').waitFor();
  await page.getByRole('link', { name: 'Play' }).click();
  await page.locator('.marks .movable').first().waitFor();
});

test('without the rules the page says what is wrong', async () => {
  const page = await world.visit('/', {}, (page) => page.route(/rules-.*\.wasm$/, (route) => route.abort()));
  await page.getByRole('alert').filter({ hasText: 'could not load the rules' }).waitFor();
});
