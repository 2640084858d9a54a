// The page stays where it is: nothing moves under the pointer, everything fits the screen, and the person is told.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { begin, click, holds, more, says, square, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
before(async () => void (world = await World.open()));
afterEach(() => world.tidy());
after(() => world.close());

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Where every control is that is not a move of the score sheet. @param {Page} page @returns {Promise<Record<string, string>>} */
const boxes = (page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll('.board, header a, header button, .actions > button, .actions .menu > button, .steps button, #typed-move, .state, [data-side]')];
    return Object.fromEntries(
      controls.map((control, i) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        return [`${i} ${control.className}`.split(' svelte')[0], [x, y, width, height].map(Math.round).join()];
      }),
    );
  });

/** A game with captures, a draw offer, a forced jump, a hint and an end. */
const MOVES = ['11-15', '22-18', '15x22', '25x18', '12-16', '29-25', '10-14', '18x9', '5x14'];

for (const [name, viewport] of /** @type {const} */ ([
  ['a wide screen', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
  ['a phone held sideways', { width: 844, height: 390 }],
])) {
  test(`no control moves by a pixel while a game goes on, on ${name}`, { timeout: 60_000 }, async () => {
    const { page } = await world.play({ kind: 'two' }, 'play', { viewport });
    const start = await boxes(page);
    const same = async (/** @type {string} */ when) => assert.deepEqual(await boxes(page), start, when);
    for (const move of MOVES) {
      const [from, to] = move.split(/[-x]/).map(Number);
      await click(page, from, to);
      await square(page, to).and(page.getByRole('gridcell', { name: /man|king/ })).waitFor();
      await same(move);
    }
    // A refusal, a hint, an offer with its answers, a question that is asked back, and the end.
    await click(page, 32);
    await same('a refusal');
    await press(page, 'Hint');
    await says(page, /Try/);
    await same('a hint');
    await press(page, 'Offer a draw');
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await same('an offer');
    await press(page, 'Decline');
    await press(page, 'Resign');
    await press(page, 'Yes');
    await page.getByRole('group', { name: 'The game is over' }).waitFor();
    await same('the end');
    await press(page, 'Close');
    await press(page, 'Rematch');
    await page.getByText('No moves yet').waitFor();
    await same('the rematch');
  });
}

test('switching the engine on leaves the board where it is', async () => {
  const page = await world.visit('/#/look');
  await holds(page, 11, 'black man');
  const before = await page.locator('.board').boundingBox();
  await page.getByRole('switch').check();
  await page.locator('.engine .pv').first().waitFor();
  assert.deepEqual(await page.locator('.board').boundingBox(), before);
});

test('a phone shows board, moves and actions without scrolling, in both ways to hold it', async () => {
  const { page } = await world.play({ kind: 'computer' }, 'play', { viewport: { width: 390, height: 844 } });
  for (const [width, height, least] of /** @type {const} */ ([[390, 844, 370], [844, 390, 375]])) {
    await page.setViewportSize({ width, height });
    const board = await page.locator('.board').boundingBox();
    assert(board && board.width >= least, `a board of ${board?.width}`);
    for (const part of ['.board', '.actions', '.state', '.moves', 'nav']) {
      const box = await page.locator(part).first().boundingBox();
      assert(box && box.y >= -0.5 && box.y + box.height <= height + 0.5, `${part} of ${JSON.stringify(box)} on ${width}x${height}`);
    }
  }
});

test('an upright tablet has board, moves and actions, and all choices of the first screen, without scrolling', async () => {
  for (const viewport of [{ width: 820, height: 1180 }, { width: 768, height: 1024 }]) {
    const page = await world.visit('/', { viewport });
    const inSight = async (/** @type {import('playwright-core').Locator} */ part) => {
      const box = await part.boundingBox();
      assert(box && box.y >= 0 && box.y + box.height <= viewport.height, `${part} of ${JSON.stringify(box)} on ${viewport.width}x${viewport.height}`);
    };
    for (const name of ['Play', 'Pass and play']) await inSight(page.locator('.home').getByRole('button', { name, exact: true }));
    await inSight(page.getByRole('link', { name: 'Find an opponent' }));
    await press(page, 'Pass and play');
    for (const part of ['.board', '.moves', '.state', '#typed-move', '.actions']) await inSight(page.locator(part));
  }
});

test('the way through a game that is looked at is in sight on every screen, with the engine on', async () => {
  const long = '1. 11-15 23-18 2. 8-11 27-23 3. 4-8 23-19 4. 10-14 19x10 5. 14x23 26x19 6. 7x14 24-20 7. 6-10 22-17 8. 9-13 *';
  for (const [width, height] of /** @type {const} */ ([[390, 844], [844, 390], [820, 1180], [1280, 800]])) {
    const page = await world.visit(`/#/look?${new URLSearchParams({ pdn: long })}`, { viewport: { width, height } });
    await page.getByRole('switch', { name: 'Engine' }).check();
    const box = await page.getByRole('button', { name: 'One move forward' }).boundingBox();
    assert(box && box.y + box.height <= height, `${JSON.stringify(box)} on ${width}x${height}`);
    await press(page, 'One move forward');
    await holds(page, 15, 'black man');
  }
});

test('the first screen has three ways to play, and keeps no game that nobody asked for', async () => {
  const page = await world.visit('/');
  for (const name of ['Play the computer', 'Play a friend', 'Play online']) await page.getByRole('heading', { name }).waitFor();
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await page.getByText('You have played no games yet.').waitFor();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('radio', { name: '7', exact: true }).check({ force: true });
  await page.getByText('Computer, level 7').waitFor();
  await click(page, 11, 15);
  await page.locator('.state').waitFor();
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await page.locator('li.panel').first().waitFor();
});

test('a phone shows all choices of the first screen without scrolling', async () => {
  const page = await world.visit('/', { viewport: { width: 390, height: 844 } });
  const bar = await page.locator('nav').last().boundingBox();
  assert(bar);
  for (const name of ['Play', 'Pass and play']) {
    const box = await page.locator('.home').getByRole('button', { name, exact: true }).boundingBox();
    assert(box && box.y + box.height <= bar.y, `${name} ends at ${box && box.y + box.height}, the bar begins at ${bar.y}`);
  }
  for (const name of ['Send a link', 'Find an opponent', 'New to checkers? Learn the rules.']) {
    const box = await page.locator('.home').getByRole('link', { name, exact: true }).boundingBox();
    assert(box && box.y + box.height <= bar.y, `${name} ends at ${box && box.y + box.height}, the bar begins at ${bar.y}`);
  }
});

test('the end of a game is a card over the board, which can be put away', async () => {
  const { page } = await world.play({ kind: 'two', fen: 'B:W15:B11' });
  await click(page, 11, 18);
  const card = page.getByRole('group', { name: 'The game is over' });
  await card.getByText('Black wins', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Rematch' }).waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await press(page, 'Rematch');
  await holds(page, 11, 'black man');
});

test('what was captured stays on one line, and no action is cut', async () => {
  const { page } = await world.play({ kind: 'two', fen: 'B:W10,19,27,32:B6' }, 'play', { viewport: { width: 390, height: 844 } });
  await click(page, 6, 31);
  const row = page.locator('[data-side="black"] .taken');
  await row.getByText('+3').waitFor();
  const [ahead, strip] = await Promise.all([row.locator('b').boundingBox(), row.boundingBox()]);
  assert(ahead && strip && ahead.height < 24 && Math.abs(ahead.y + ahead.height / 2 - strip.y - strip.height / 2) < 3, JSON.stringify([ahead, strip]));
  for (const [width, height] of /** @type {const} */ ([[390, 844], [844, 390], [1100, 800]])) {
    await page.setViewportSize({ width, height });
    const cut = await page.locator('.actions .action span').evaluateAll((spans) => spans.filter((span) => span.scrollWidth > span.clientWidth + 1).map((span) => span.textContent));
    assert.deepEqual(cut, [], `${width}x${height}`);
  }
});

test('a question is not asked in the words of something else', async () => {
  const { page } = await world.play({ kind: 'two' });
  await click(page, 11, 15);
  await click(page, 1);
  await says(page, /opponent/);
  await press(page, 'Resign');
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.getByRole('dialog').getByText('opponent').count(), 0);
});

test('“Which way?” shows the way that is pointed at, and is left by Esc and by a click elsewhere', async () => {
  const { page } = await world.play({ kind: 'two', fen: 'W:W30:B17,18,25,26' });
  const ways = page.getByRole('group', { name: 'Which way?' });
  await click(page, 30, 14);
  await ways.getByRole('button').nth(1).hover();
  await page.locator('.arrows .hint').waitFor();
  await page.keyboard.press('Escape');
  await ways.waitFor({ state: 'detached' });
  await click(page, 14);
  await ways.waitFor();
  await page.locator('.state').click();
  await ways.waitFor({ state: 'detached' });
});

test('a FEN that is typed is the one that is played, and a wrong one is told at once', async () => {
  const page = await world.visit('/#/setup');
  await page.getByLabel('As FEN').fill('W:WK18:B9,K4');
  await holds(page, 4, 'black king');
  await page.getByLabel('As FEN').fill('W:WK18:B9,K44');
  await page.getByRole('status').filter({ hasText: '44' }).waitFor();
  assert(await page.getByRole('button', { name: 'Pass and play' }).isDisabled());
  await page.getByLabel('As FEN').fill('W:WK18:B9,K3');
  await page.getByLabel('Level').selectOption('3');
  await page.getByLabel('Your side').selectOption('white');
  await press(page, 'Play the computer');
  await page.getByText('Computer, level 3').waitFor();
  await holds(page, 3, 'black king');
});

test('a long list of games is listed, and one that is deleted comes back', async () => {
  const page = await world.visit('/');
  for (let i = 0; i < 3; i++) {
    await begin(page, { kind: 'two' });
    await click(page, 11, 15);
  }
  const made = await page.evaluate(async () => {
    const open = indexedDB.open('crownhead');
    const db = await new Promise((done) => void (open.onsuccess = () => done(open.result)));
    const change = db.transaction('games', 'readwrite');
    const store = change.objectStore('games');
    const all = await new Promise((done) => {
      const request = store.getAll();
      request.onsuccess = () => done(request.result);
    });
    for (let i = 0; i < 40; i++) store.put({ ...all[0], id: `copy${i}`, changed: i });
    await new Promise((done) => void (change.oncomplete = done));
    return all.length;
  });
  assert.equal(made, 3);
  await page.goto(new URL('/#/games', page.url()).href);
  await page.reload();
  await page.locator('li.panel').nth(29).waitFor();
  await press(page, 'Show more');
  await page.locator('li.panel').nth(42).waitFor();
  await page.getByRole('button', { name: /^Delete/ }).first().click();
  await page.locator('li.panel').nth(42).waitFor({ state: 'detached' });
  await press(page, 'Undo');
  await page.locator('li.panel').nth(42).waitFor();
});

/** Begins a game with somebody who has no page. @param {Page} page @param {'black' | 'white'} theirs */
async function meet(page, theirs) {
  const stranger = await world.server.stranger();
  const { id } = await stranger('challenges', { settings: { clock: { base_ms: 300_000 }, side: theirs } });
  await page.getByLabel('Do you have a code?').fill(id);
  await press(page, 'Go');
  await press(page, 'Accept');
  await page.locator('.state h2', { hasText: /move/ }).waitFor();
  return stranger;
}

test('the first move has half a minute, and the page says so', async () => {
  const page = await world.visit('/#/online');
  await meet(page, 'white');
  await page.getByText(/first move within (2\d|30) seconds/).waitFor();
});

test('whoever is elsewhere is told of their turn by title and icon', async () => {
  const page = await world.visit('/#/online');
  await meet(page, 'white');
  await page.waitForFunction(() => document.title === 'Your move – Crownhead');
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('complementary').getByText('Your move').waitFor();
  assert.equal(await page.title(), 'Your move – Crownhead');
  assert.match((await page.locator('link[rel=icon]').getAttribute('href')) ?? '', /badge/);
});

test('titles say which view is open', async () => {
  const page = await world.visit('/#/look');
  await page.waitForFunction(() => document.title === 'Analysis – Crownhead');
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await page.waitForFunction(() => document.title === 'Games – Crownhead');
});

test('a game that does not exist is said not to, without a board', async () => {
  const page = await world.visit('/#/game/nosuchgame12');
  await page.getByRole('link', { name: 'To the lobby' }).waitFor();
  assert.equal(await page.locator('.board').count(), 0);
});

test('a new game among other people is one with them', async () => {
  const page = await world.visit('/#/online');
  await press(page, 'New game');
  await page.getByRole('dialog', { name: 'Offer a game' }).waitFor();
});

test('pieces, size and names of the board are as they were chosen', async () => {
  const { page } = await world.play({ kind: 'two' });
  const before = await page.locator('.board').boundingBox();
  await press(page, 'Settings');
  await page.getByLabel('Pieces Turned').selectOption('shapes');
  await page.getByLabel('Board size').fill('60');
  await page.getByLabel('Coordinates outside the board').check();
  await press(page, 'Done');
  const after = await page.locator('.board').boundingBox();
  assert(before && after && Math.abs(after.width / before.width - 0.6) < 0.02);
  assert.equal(await square(page, 11).getByText('11').count(), 0);
  // What is outside has not shifted what is touched.
  await click(page, 11, 15);
  await holds(page, 15, 'black man');
  await more(page, 'Analyze');
  await page.getByRole('tab', { name: 'Moves' }).waitFor();
});
