// Playing: games against the computer and for two, and everything around them. No server is needed.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, lateEngine, more, says, square, World } from './support/world.js';

/** @type {World} */
let world;
before(async () => void (world = await World.ofFiles()));
afterEach(() => world.tidy());
after(() => world.close());

/** @param {import('playwright-core').Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Waits until the computer has answered the first move. @param {import('playwright-core').Page} page */
const answered = (page) => page.locator('.moves .move').nth(1).waitFor();

test('a new game is begun from the dialog: level, side, clock, ballot', async () => {
  const page = await world.visit('/');
  await press(page, 'New game');
  await page.getByRole('dialog').getByLabel('Level').selectOption('7');
  await page.getByRole('dialog').getByRole('radio', { name: 'White' }).check();
  await page.getByLabel('Clock').selectOption('300+3');
  await page.getByLabel('Start from').selectOption('ballot');
  await page.getByRole('combobox', { name: 'Ballot' }).selectOption({ index: 20 });
  await press(page, 'Begin');
  await page.getByText('Computer, level 7').waitFor();
  assert.equal(await page.getByRole('timer').count(), 2);
  await page.locator('.moves .pair').nth(1).waitFor();
  // White is at the bottom for the one who plays White.
  await page.locator('[data-side="white"]').filter({ hasText: 'You' }).waitFor();
});

test('two play at one board, with house rules', async () => {
  const page = await world.visit('/');
  await press(page, 'New game');
  await page.getByRole('radio', { name: 'Pass and play' }).check();
  await page.getByLabel('Rules').selectOption('casual');
  await press(page, 'Begin');
  await page.getByRole('heading', { name: 'Black to move' }).waitFor();
  await click(page, 11, 15);
  await page.getByRole('heading', { name: 'White to move' }).waitFor();
  await click(page, 22, 18);
  // Captures are optional in casual games: the black man may stay.
  await click(page, 9, 13);
  await holds(page, 13, 'black man');
});

test('house rules of one’s own', async () => {
  const page = await world.visit('/');
  await press(page, 'New game');
  await page.getByRole('radio', { name: 'Pass and play' }).check();
  await page.getByLabel('Rules').selectOption('own');
  const selects = page.locator('.rules select');
  await selects.first().waitFor();
  for (const select of await selects.all()) await select.selectOption({ index: 1 });
  await press(page, 'Begin');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // A piece that can capture may not step, and others may.
  await click(page, 11, 15);
  await click(page, 22, 18);
  await click(page, 9, 13);
  await holds(page, 13, 'black man');
});

test('a move is taken back and made again', async () => {
  const { page } = await world.play({ kind: 'two' });
  await click(page, 11, 15);
  await holds(page, 15, 'black man');
  await press(page, 'Take back');
  await holds(page, 11, 'black man');
  await press(page, 'Redo');
  await holds(page, 15, 'black man');
});

test('one side offers a draw, the other accepts or declines', async () => {
  const { page } = await world.play({ kind: 'two' });
  await click(page, 11, 15);
  await click(page, 22, 18);
  const offer = page.getByRole('group', { name: 'Black offers a draw.' });
  await press(page, 'Offer a draw');
  await offer.waitFor();
  await press(page, 'Decline');
  await offer.waitFor({ state: 'detached' });
  // It is asked once for each move.
  await press(page, 'Offer a draw');
  await says(page, /Ask again after your next move/);
  await click(page, 15, 22);
  await click(page, 25, 18);
  await press(page, 'Offer a draw');
  await press(page, 'Accept');
  await page.locator('.state h2', { hasText: /draw/i }).waitFor();
});

test('the computer answers an offer of a draw', async () => {
  const { page } = await world.play({ kind: 'computer', level: 2 });
  await click(page, 11, 15);
  await answered(page);
  await press(page, 'Offer a draw');
  await says(page, /The computer declines the draw: it is too early for that/);
});

test('resigning is asked back, and a rematch changes sides', async () => {
  const { page } = await world.play({ kind: 'computer', level: 2, side: 'black' });
  await click(page, 11, 15);
  await answered(page);
  await page.getByRole('heading', { name: 'Your move' }).waitFor();
  await press(page, 'Resign');
  await press(page, 'No');
  await press(page, 'Resign');
  await press(page, 'Yes');
  await page.locator('.state h2', { hasText: 'White wins' }).waitFor();
  await click(page, 12);
  await says(page, /game is over/i);
  await press(page, 'Rematch');
  await page.locator('[data-side="white"]').filter({ hasText: 'You' }).waitFor();
});

test('start over at one click, with a way back', async () => {
  const { page } = await world.play({ kind: 'two' });
  await click(page, 11, 15);
  await holds(page, 15, 'black man');
  await more(page, 'Start over');
  await holds(page, 11, 'black man');
  await page.getByText('No moves yet').waitFor();
  await press(page, 'Undo');
  await holds(page, 15, 'black man');
  await page.locator('.moves .move', { hasText: '11-15' }).waitFor();
});

test('captured pieces are counted', async () => {
  const { page } = await world.play({ kind: 'two', fen: 'B:W15,24,28:B5,11' });
  await click(page, 11, 18);
  await page.locator('[data-side="black"]').getByText('captured 1 man').waitFor();
  await page.locator('[data-side="black"]').getByText('+1').waitFor();
});

test('a position is set up with the mouse, checked, and played', async () => {
  const page = await world.visit('/#/setup');
  await page.getByText('This is a legal position.').waitFor();
  await press(page, 'Empty board');
  await page.getByText('This is a legal position.').waitFor({ state: 'detached' });
  await page.locator('label', { hasText: 'White king' }).click();
  await click(page, 18);
  await page.locator('label', { hasText: 'Black man' }).click();
  await click(page, 9, 32);
  await page.getByRole('status').filter({ hasText: '32' }).waitFor();
  await click(page, 32);
  await page.getByText('This is a legal position.').waitFor();
  await press(page, 'Pass and play');
  await holds(page, 18, 'white king');
  await holds(page, 9, 'black man, can move');
});

test('a position is set up from FEN, and a wrong FEN is explained', async () => {
  const page = await world.visit('/#/setup');
  await page.getByLabel('As FEN').fill('W:WK18:B9,K4');
  await holds(page, 4, 'black king');
  await page.getByLabel('As FEN').fill('W:WK99:B9');
  await page.getByRole('status').filter({ hasText: '99' }).waitFor();
});


test('the computer is stopped, goes on, and moves at once when it is told to', async () => {
  // The engine comes when everything was asked of it.
  const { prepare, letGo } = lateEngine();
  const { page } = await world.play({ kind: 'computer', level: 11, side: 'black' }, 'play', {}, prepare);
  await page.getByText('Computer, full strength').waitFor();
  await click(page, 11, 15);
  await more(page, 'Pause the computer');
  await page.getByRole('heading', { name: 'The computer is paused' }).waitFor();
  assert.equal(await page.locator('.moves .move').count(), 1);
  await more(page, 'Let the computer go on');
  await press(page, 'Move now');
  letGo();
  await answered(page);
});
