// Games in the style of classic programs: rules, names, squares, a board in text, moves from a list.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { isForEveryone } from './support/axe.js';
import { click, says, square, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
before(async () => void (world = await World.ofFiles()));
afterEach(() => world.tidy());
after(() => world.close());

/** Begins a game for two in a style. @param {string} style @param {import('playwright-core').BrowserContextOptions} [options] */
async function begin(style, options) {
  const page = await world.visit('/#/play', options);
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Pass and play' }).check();
  await dialog.getByLabel('Style').selectOption(style);
  await dialog.locator('pre').waitFor();
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await dialog.waitFor({ state: 'detached' });
  return page;
}

/** @param {Page} page @param {string | RegExp} text */
const headline = (page, text) => page.locator('.state h2', { hasText: text }).waitFor();

test('list: White begins, and a move is chosen by its number in the list', async () => {
  const page = await begin('list');
  await headline(page, 'White to move');
  await square(page, 29).locator('text', { hasText: /^0$/ }).waitFor();
  const style = page.getByRole('region', { name: 'The game in its style' });
  await style.getByText('7 . b . b . b . b').waitFor();
  await style.getByRole('button', { name: '0: 16-25' }).waitFor();
  await page.getByLabel('Type a move').fill('0');
  await page.keyboard.press('Enter');
  await headline(page, 'Black to move');
  await style.getByRole('button', { name: /^1: / }).click();
  await headline(page, 'White to move');
  await page.reload();
  await headline(page, 'White to move');
  await style.getByText('0 1 2 3 4 5 6 7').waitFor();
});

test('letters: Player One begins, a letter and a number are typed, and the score is told', async () => {
  const page = await begin('letters');
  await headline(page, 'Player One to move');
  await page.getByText('Turn 1. Score: Player One 0, Player Two 0.').waitFor();
  await page.getByLabel('Type a move').fill('a 0');
  await page.keyboard.press('Enter');
  await headline(page, 'Player Two to move');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await headline(page, 'Player One wins: Player Two resigned.');
});

test('masks: Red begins at the bottom, and the words of the position are shown', async () => {
  const page = await begin('masks', { bypassCSP: true });
  await headline(page, 'Red to move');
  await page.getByText('0x00000FFF').waitFor();
  await isForEveryone(page);
});

test('coordinates and indices: an example, and a board with the names of the squares', async () => {
  const first = await begin('coordinates');
  await first.getByText(/^Type a move, for example [A-H]\d to [A-H]\d\.$/).waitFor();
  const second = await begin('indices');
  await headline(second, 'Red to move');
  await second.getByText(/56\s+58\s+60\s+62/).waitFor();
});

for (const style of ['masks', 'letters', 'coordinates', 'indices', 'list']) {
  test(`${style}: what the box and the list of moves say can be typed, and means the squares of the board`, async () => {
    const page = await begin(style);
    const input = page.getByLabel('Type a move');
    await input.fill((await input.getAttribute('placeholder')) ?? '');
    await page.keyboard.press('Enter');
    const move = page.locator('.moves .move').first();
    const written = (await move.textContent())?.trim() ?? '';
    const moved = await page.locator('.cell.last text').allTextContents();
    assert.deepEqual(written.split(/ to |[- ]/).sort(), moved.sort());
    await page.getByRole('button', { name: 'Take back' }).click();
    await move.waitFor({ state: 'detached' });
    await input.fill(written);
    await page.keyboard.press('Enter');
    await move.getByText(written, { exact: true }).waitFor();
  });
}

test('masks: board, announcements, refusals and hints have one way to name squares, sides and pieces', async () => {
  const page = await begin('masks');
  await page.getByRole('grid', { name: 'Board, Red at the bottom' }).waitFor();
  await page.getByRole('gridcell', { name: '8, Red’s man, can move' }).waitFor();
  const type = async (/** @type {string} */ move) => {
    await page.getByLabel('Type a move').fill(move);
    await page.keyboard.press('Enter');
  };
  // As everybody else writes it, this is a move.
  await type('21-17');
  await says(page, 'The piece on 21 is Black’s, and it is Red’s turn.');
  await type('13-17');
  await says(page, 'There is no piece on 13. Choose one of Red’s marked pieces.');
  await type('8-32');
  await says(page, 'There is no square “32”. Squares have the names that stand on the board.');
  await type('hello');
  await says(page, /“hello” is not a move. A move looks like \d+-\d+\./);
  await click(page, 29);
  await says(page, 'The piece on 0 cannot move now.');
  await page.getByRole('button', { name: 'Hint' }).click();
  await says(page, /Try (8|9|10|11)-1[2-5]:/);
  await type('8-12');
  await page.locator('[role=status]', { hasText: 'Red: 8 to 12.' }).waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.locator('.end', { hasText: 'Red wins' }).waitFor();
  await headline(page, 'Red wins: Black resigned.');
  await page.getByRole('link', { name: 'Games', exact: true }).click();
  await page.locator('li.panel', { hasText: 'Red wins: Black resigned.' }).waitFor();
});

test('masks and indices: pieces have the colors of their names, on the board, beside it and among the games', async () => {
  const red = (/** @type {import('playwright-core').Locator} */ disc) =>
    disc.evaluate((disc) => {
      const [r = 0, g = 0, b = 0] = getComputedStyle(disc).fill.match(/\d+/g)?.map(Number) ?? [];
      return r > 2 * g && r > 2 * b;
    });
  for (const [style, first, other] of /** @type {const} */ ([['masks', 'white', 'black'], ['indices', 'black', 'white']])) {
    const page = await begin(style);
    for (const look of ['light', 'dark', 'contrast']) {
      await page.evaluate((look) => (document.documentElement.dataset.look = look), look);
      const discs = (/** @type {string} */ side) => [page.locator(`.board .disc.${side[0]} .face`).first(), page.locator(`[data-side="${side}"] .seat .face`)];
      assert.deepEqual(await Promise.all([...discs(first), ...discs(other)].map(red)), [true, true, false, false], `${style} ${look}`);
    }
    await click(page, ...(style === 'masks' ? [21, 17] : [11, 15]));
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    const small = page.locator('li.panel').first();
    assert.deepEqual(await Promise.all([first, other].map((side) => red(small.locator(`circle.${side[0]}`).first()))), [true, false], style);
  }
});

test('whoever plays first at the bottom has that seat against the computer, unless they choose the other', async () => {
  const page = await world.visit('/#/play');
  const dialog = page.getByRole('dialog');
  const open = async (/** @type {string} */ style) => {
    await page.getByRole('button', { name: 'New game', exact: true }).click();
    await dialog.getByLabel('Style').selectOption(style);
  };
  await open('masks');
  assert(await dialog.getByRole('radio', { name: 'Red, moves first' }).isChecked());
  await dialog.getByLabel('Style').selectOption('indices');
  assert(await dialog.getByRole('radio', { name: 'Red, moves first' }).isChecked());
  await dialog.getByLabel('Style').selectOption('coordinates');
  assert(await dialog.getByRole('radio', { name: 'Player 1, moves first' }).isChecked());
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await headline(page, 'Your move');
  await page.getByText('Player 1: You').waitFor();
  const [mine, other] = await Promise.all(['white', 'black'].map((side) => page.locator(`[data-side="${side}"]`).boundingBox()));
  assert(mine && other && mine.y > other.y);
  // Who is at the top has its seat there, as in the board beside it.
  await open('indices');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await page.getByText('Red: You').waitFor();
  await page.getByRole('grid', { name: 'Board, Black at the bottom' }).waitFor();
  await open('list');
  await dialog.getByRole('radio', { name: 'Black', exact: true }).check();
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await headline(page, /computer/);
  // It was a choice for that style: the usual game has the usual side.
  await open('official');
  assert(await dialog.getByRole('radio', { name: 'Black, moves first' }).isChecked());
});

test('games in a style are listed as soon as the rules are there that know it', async () => {
  const page = await begin('masks', { viewport: { width: 1900, height: 900 } });
  await click(page, 21, 17);
  await headline(page, 'Black to move');
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await headline(page, 'Your move');
  /** @type {() => void} */
  let letGo = () => {};
  const isAwaited = new Promise((done) => void (letGo = () => done(undefined)));
  await page.route(/rules-.*\.wasm$/, (route) => isAwaited.then(() => route.fallback()));
  await page.reload();
  await page.locator('.board .cell').first().waitFor();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  letGo();
  await page.locator('[data-white="Red"]').getByText('Two players').waitFor();
});

test('in German, everything has the names of the style too', async () => {
  const page = await world.visit('/#/play', { locale: 'de-DE' });
  await page.getByRole('button', { name: 'Neue Partie', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Stil').selectOption('masks');
  await dialog.getByRole('radio', { name: 'Zu zweit' }).check();
  await dialog.getByRole('button', { name: 'Beginnen' }).click();
  await page.getByRole('grid', { name: 'Brett, Rot unten' }).waitFor();
  await page.getByRole('gridcell', { name: '8, Stein von Rot, kann ziehen' }).waitFor();
  const input = page.getByLabel('Zug eingeben');
  await input.fill('21-17');
  await page.keyboard.press('Enter');
  await says(page, 'Die Figur auf 21 gehört Schwarz, und Rot ist am Zug.');
  await input.fill('8-12');
  await page.keyboard.press('Enter');
  await page.locator('[role=status]', { hasText: 'Rot: 8 nach 12.' }).waitFor();
  await page.getByRole('button', { name: 'Aufgeben' }).click();
  await page.getByRole('button', { name: 'Ja' }).click();
  await headline(page, 'Rot gewinnt: Schwarz hat aufgegeben.');
});
