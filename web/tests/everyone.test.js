// For everyone: no accessibility violations on any view, no view wider than its screen, nothing from elsewhere.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { isForEveryone } from './support/axe.js';
import { begin, click, holds, more, says, World } from './support/world.js';

/** @type {World} */
let world;
before(async () => void (world = await World.open()));
afterEach(() => world.tidy());
after(() => world.close());

/** @typedef {import('playwright-core').Page} Page */

const PDN = '1. 11-15 23-18 2. 8-11 {Solid.} (2. 9-14 18x9) 2... 27-23 *';

/** @param {Page} page @param {string} name */
const open = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Begins a game with somebody from the lobby. @param {Page} page */
async function playStranger(page) {
  const stranger = await world.server.stranger();
  const { id } = await stranger('challenges', { settings: { clock: { base_ms: 300_000 }, side: 'white', start: { from: 'random_ballot' } } });
  await page.getByLabel('Do you have a code?').fill(id);
  await open(page, 'Go');
  await open(page, 'Accept');
  await page.locator('.state h2', { hasText: /move/ }).waitFor();
}

/** Every view, and how it is reached. @type {[string, string, ((page: Page) => Promise<unknown>)?][]} */
const views = [
  ['play', '/#/play'],
  ['new game', '/#/play', (page) => open(page, 'New game')],
  ['settings', '/#/play', (page) => open(page, 'Settings')],
  ['look', `/#/look?${new URLSearchParams({ pdn: PDN })}`, (page) => page.getByText('Solid.').waitFor()],
  ['engine', `/#/look?${new URLSearchParams({ fen: 'W:WK18,K22:BK32' })}`, async (page) => {
    await page.getByRole('switch').check();
    await page.locator('.engine .pv').first().waitFor();
  }],
  ['review', `/#/look?${new URLSearchParams({ pdn: PDN })}`, async (page) => {
    await page.getByText('Solid.').waitFor();
    await page.getByRole('tab', { name: 'Review' }).click();
    await open(page, 'Review the game');
    await page.getByRole('row', { name: /Blunders/ }).waitFor({ timeout: 20_000 });
  }],
  ['share', '/#/look', (page) => page.getByRole('button', { name: 'Share' }).click()],
  ['rules', '/#/learn/rules-5', (page) => page.locator('.task').waitFor()],
  ['rules done', '/#/learn/rules-2', async (page) => {
    await click(page, 11, 15);
    await page.locator('.task.done').waitFor();
  }],
  ['written rules', '/#/learn/rules-17', (page) => page.getByLabel('Type a move').waitFor()],
  ['bits', '/#/learn/bits', (page) => page.getByRole('button', { name: /^jumpers 0x/ }).waitFor()],
  ['tour', '/#/learn/tour-15', async (page) => {
    await page.locator('.equation').waitFor();
    // To the end, where the bar covers nothing.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  }],
  ['constants', '/#/learn/tour-13', (page) => page.getByRole('radio', { name: 'Black' }).check()],
  ['layouts', '/#/learn/tour-14', (page) => page.locator('.equation').waitFor()],
  ['piece in the hand', '/#/learn/tour-19', (page) => page.getByText('captured[2]').first().waitFor()],
  ['recursion', '/#/learn/tour-24', (page) => open(page, 'One hop on')],
  ['adding', '/#/learn/tour-27', (page) => page.getByRole('columnheader', { name: 'carry' }).waitFor()],
  ['calculator', '/#/learn/calculator', (page) => page.getByTestId('hex').waitFor()],
  ['exercise', '/#/learn/exercises-1', async (page) => {
    await open(page, 'black & white');
    await page.getByText('should be').waitFor();
  }],
  ['written exercise', '/#/learn/exercises-2', (page) => page.getByLabel('Write it').waitFor()],
  ['game', '/#/play', async (page) => {
    await begin(page, { kind: 'two', fen: 'B:W15,24,28:B5,11' });
    await click(page, 5);
    await says(page, /You must jump/);
    await open(page, 'More');
  }],
  ['end of a game', '/#/play', async (page) => {
    await begin(page, { kind: 'two', fen: 'B:W15:B11' });
    await click(page, 11, 18);
    await page.getByRole('group', { name: 'The game is over' }).waitFor();
  }],
  ['question', '/#/play', async (page) => {
    await begin(page, { kind: 'two' });
    await click(page, 11, 15);
    await open(page, 'Resign');
  }],
  ['keys', '/#/play', (page) => open(page, 'Keys')],
  ['games', '/#/games', async (page) => {
    await begin(page, { kind: 'two' });
    await page.goto(`${world.server.address}/#/games`);
    await page.locator('li.panel').first().waitFor();
  }],
  ['lobby', '/#/online', async (page) => {
    const stranger = await world.server.stranger();
    await stranger('seeks', { clock: { base_ms: 300_000 } });
    const { id } = await stranger('challenges', {});
    await (await world.server.stranger())(`challenges/${id}/accept`, {});
    await page.getByRole('link', { name: /^Watch/ }).first().waitFor();
    await page.getByRole('button', { name: /^Play Guest/ }).waitFor();
    await open(page, 'Challenge a friend');
    await open(page, 'Create the challenge');
    await page.getByRole('heading', { name: 'Your challenge' }).waitFor();
  }],
  ['offer', '/#/online', (page) => open(page, 'More options…')],
  ['account', '/#/online', async (page) => {
    await open(page, 'Log in or create an account');
    await page.getByRole('radio', { name: 'Sign up' }).check();
  }],
  ['own account', '/#/online', async (page) => {
    await page.request.post(`${world.server.address}/api/online/register`, { data: { name: 'Somebody', password: 'correct horse battery' } });
    await page.reload();
    await open(page, 'Account');
    for (const summary of await page.getByRole('dialog').locator('summary').all()) await summary.click();
  }],
  ['leaderboard', '/#/leaders', (page) => page.getByText('Nobody has played').waitFor()],
  ['online game', '/#/online', async (page) => {
    await playStranger(page);
    await more(page, 'Continue on another device');
  }],
  ['archive', '/#/online', async (page) => {
    await playStranger(page);
    await open(page, 'Abort');
    await open(page, 'Yes');
    await page.getByRole('link', { name: 'New opponent' }).click();
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.locator('li.panel').first().waitFor();
  }],
  ['profile', '/#/player/Nobody', async (page) => {
    await page.request.post(`${world.server.address}/api/online/register`, { data: { name: 'Nobody', password: 'correct horse battery' } });
    await page.reload();
    await page.getByText('Provisional until').waitFor();
  }],
  ['set-up', '/#/setup', (page) => page.getByText('This is a legal position.').waitFor()],
];

for (const [name, path, reach] of views) {
  test(`the view "${name}" has no accessibility violation and fits every screen`, { timeout: 60_000 }, async () => {
    const page = await world.visit(path, { bypassCSP: true });
    await page.locator('[data-side] strong, .side h2, li.panel, .who strong, .page h2').first().waitFor();
    await page.locator('[data-side] strong, .side h2, .masks, .equation, li.panel, .who strong, .page h2, .home').first().waitFor();
    await reach?.(page);
    await isForEveryone(page);
  });
}

test('buttons are big enough for a finger', async () => {
  const { page } = await world.play({ kind: 'two' }, 'play', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.actions button, header a, header button, .steps button')]
      .map((element) => ({ name: element.textContent?.trim(), ...element.getBoundingClientRect().toJSON() }))
      .filter(({ width, height, y }) => width > 2 && y > -30 && (width < 40 || height < 40))
      .map(({ name }) => name),
  );
  assert.deepEqual(small, []);
});

test('what happens is announced to a screen reader, and the board can be read', async () => {
  const { page } = await world.play({ kind: 'two' });
  const grid = page.getByRole('grid', { name: /White at the bottom/ });
  assert.equal(await grid.getByRole('row').count(), 8);
  assert.equal(await grid.getByRole('gridcell').count(), 32);
  await holds(page, 9, 'black man, can move');
  await page.getByLabel('Type a move').fill('11-15');
  await page.keyboard.press('Enter');
  await page.locator('[role=status]', { hasText: 'Black: 11 to 15.' }).waitFor();
});

test('keys are listed, and letters can be switched off', async () => {
  const { page } = await world.play({ kind: 'two' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await open(page, 'Settings');
  await page.getByLabel('Single-key shortcuts').uncheck();
  await open(page, 'Done');
  await page.keyboard.press('n');
  assert.equal(await page.getByRole('dialog').count(), 0);
});
