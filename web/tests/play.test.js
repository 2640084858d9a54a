// Playing: games against the computer and for two, and everything around them.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, says, square, World } from './support/world.js';

/** @type {World} */
let world;
before(async () => void (world = await World.open()));
afterEach(() => world.tidy());
after(() => world.close());

/** @param {import('playwright-core').Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Waits until the computer has answered the first move. @param {import('playwright-core').Page} page */
const answered = (page) => page.locator('.moves .move').nth(1).waitFor();

test('a whole game against level 1, played to its end on the board', { timeout: 90_000 }, async () => {
  const { page, id } = await world.play({ kind: 'computer', level: 1, side: 'black' });
  const state = () => world.server.ask(`games/${id}`);
  for (let game = await state(); !game.result && game.ply < 400; game = await state()) {
    if (!game.can.play) continue;
    await page.locator('.state h2', { hasText: 'Your move' }).waitFor();
    await page.waitForFunction((ply) => document.querySelectorAll('.moves .move').length === ply, game.ply);
    const { move } = await world.server.ask(`games/${id}/hint`, {});
    await click(page, move.path[0]);
    for (const landing of move.path.slice(1)) {
      // A jump with only one way to go on needs no further clicks.
      if ((await state()).ply !== game.ply) break;
      await square(page, landing).click();
      await page.waitForFunction(() => document.querySelector('.marks .held') === null || document.querySelector('.marks .doomed, .marks .cross') !== null);
    }
    await page.waitForFunction((ply) => document.querySelectorAll('.moves .move').length > ply, game.ply);
  }
  const { result } = await world.server.ask(`games/${id}`);
  assert(result, 'the game has an end');
  await page.locator('.state', { hasText: result.text }).waitFor();
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
});

test('a new game is begun from the dialog: level, side, clock, ballot', async () => {
  const page = await world.visit('/');
  await press(page, 'New game');
  await page.getByLabel('Level').selectOption('7');
  await page.getByRole('radio', { name: 'White' }).check();
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
  await page.getByRole('radio', { name: 'Two at one board' }).check();
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
  await page.getByRole('radio', { name: 'Two at one board' }).check();
  await page.getByLabel('Rules').selectOption('own');
  const selects = page.locator('.rules select');
  await selects.first().waitFor();
  for (const select of await selects.all()) await select.selectOption({ index: 1 });
  await press(page, 'Begin');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { games } = await world.server.ask('games?limit=1');
  assert.notEqual(games[0].rules, 'official');
});

test('a move is taken back and made again', async () => {
  const { page } = await world.play({ kind: 'two' });
  await click(page, 11, 15);
  await holds(page, 15, 'black man');
  await press(page, 'Take back');
  await holds(page, 11, 'black man');
  await press(page, 'Make again');
  await holds(page, 15, 'black man');
});

test('a hint shows a move and says why', async () => {
  const { page } = await world.play({ kind: 'two', start: { from: 'fen', fen: 'B:W15,24,28:B5,11' } });
  await press(page, 'Hint');
  await says(page, /^Try 11x18/);
  await page.locator('.arrows .hint').waitFor();
});

test('one side offers a draw, the other accepts or declines', async () => {
  const { page } = await world.play({ kind: 'two' });
  await press(page, 'Offer a draw');
  await page.getByText('Black offers a draw.').waitFor();
  await press(page, 'Decline');
  await page.getByText('Black offers a draw.').waitFor({ state: 'detached' });
  await press(page, 'Offer a draw');
  await press(page, 'Accept');
  await page.locator('.state h2', { hasText: /draw/i }).waitFor();
});

test('the computer answers an offer of a draw', async () => {
  const { page } = await world.play({ kind: 'computer', level: 2 });
  await click(page, 11, 15);
  await answered(page);
  await press(page, 'Offer a draw');
  await page.locator('.state').filter({ hasText: /draw|declin/i }).waitFor();
});

test('resigning is asked back, and a rematch changes sides', async () => {
  const { page } = await world.play({ kind: 'computer', level: 2, side: 'black' });
  await press(page, 'Resign');
  await press(page, 'No');
  await press(page, 'Resign');
  await press(page, 'Yes');
  await page.locator('.state h2', { hasText: 'White wins' }).waitFor();
  await click(page, 11);
  await says(page, /game is over/i);
  await press(page, 'Rematch');
  await page.locator('[data-side="white"]').filter({ hasText: 'You' }).waitFor();
});

test('start over at one click', async () => {
  const { page } = await world.play({ kind: 'two' });
  await click(page, 11, 15);
  await holds(page, 15, 'black man');
  await press(page, 'Start over');
  await holds(page, 11, 'black man');
  await page.getByText('No moves yet').waitFor();
});

test('captured pieces are counted', async () => {
  const { page } = await world.play({ kind: 'two', start: { from: 'fen', fen: 'B:W15,24,28:B5,11' } });
  await click(page, 11, 18);
  await page.locator('[data-side="black"]').getByText('captured 1 man').waitFor();
  await page.locator('[data-side="black"]').getByText('+1').waitFor();
});

test('the clock of the side to move runs, and the game is lost when it has run out', async () => {
  const { page } = await world.play({ kind: 'two', clock: { base_seconds: 2 } });
  await click(page, 11, 15);
  await click(page, 22, 18);
  await page.locator('.clock.running').waitFor();
  await page.locator('.state h2', { hasText: 'White wins' }).waitFor();
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
  await press(page, 'Two players');
  await holds(page, 18, 'white king');
  await holds(page, 9, 'black man, can move');
});

test('a position is set up from FEN, and a wrong FEN is explained', async () => {
  const page = await world.visit('/#/setup');
  await page.getByLabel('As FEN').fill('W:WK18:B9,K4');
  await press(page, 'Use this FEN');
  await holds(page, 4, 'black king');
  await page.getByLabel('As FEN').fill('W:WK99:B9');
  await press(page, 'Use this FEN');
  await says(page, /99/);
});

test('games are listed, opened and deleted', async () => {
  const { page, id } = await world.play({ kind: 'two' });
  await click(page, 12, 16);
  await holds(page, 16, 'black man');
  await page.getByRole('link', { name: 'Games' }).click();
  await page.locator('li.panel').first().waitFor();
  await page.locator('li.panel .open').first().click();
  await holds(page, 16, 'black man');
  await page.getByRole('link', { name: 'Games' }).click();
  await page.locator('li.panel').first().waitFor();
  const before = await page.locator('li.panel').count();
  await page.getByRole('button', { name: /^Delete/ }).first().click();
  await page.waitForFunction((count) => document.querySelectorAll('li.panel').length < count, before);
  await assert.rejects(world.server.ask(`games/${id}`));
});

test('the game is there again after a reload', async () => {
  const { page } = await world.play({ kind: 'computer', level: 1, side: 'black' });
  await click(page, 11, 15);
  await answered(page);
  const moves = await page.locator('.moves .move').allTextContents();
  await page.reload();
  await holds(page, 15, 'black man');
  assert.deepEqual(await page.locator('.moves .move').allTextContents(), moves);
});

test('the game goes on when the server was killed and started again', async () => {
  const own = await World.open();
  try {
    const { page, id } = await own.play({ kind: 'computer', level: 1, side: 'black' });
    await click(page, 11, 15);
    await answered(page);
    const { moves } = (await own.server.ask(`games/${id}`)).position;
    const [from, to] = [moves[0].path[0], moves[0].path.at(-1)];
    await own.server.kill();
    await page.getByText('The connection is lost').waitFor();
    await click(page, from, to);
    await page.locator('[role=status]', { hasText: 'The server does not answer' }).waitFor();
    await holds(page, from, 'black man');
    await own.server.start();
    await page.getByText('The connection is lost').waitFor({ state: 'detached' });
    await click(page, from, to);
    await page.locator('.moves .move').nth(2).waitFor();
    await page.reload();
    await page.locator('.moves .move').nth(2).waitFor();
  } finally {
    await own.close();
  }
});
