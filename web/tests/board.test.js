// The board: mouse, touch and keyboard, and what is shown on it.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, lateEngine, middle, says, square, World } from './support/world.js';

/** @type {World} */
let world;
before(async () => void (world = await World.ofFiles()));
afterEach(() => world.tidy());
after(() => world.close());

const TWO_ROUTES = 'W:W30:B17,18,25,26';

test('opening the address shows a board, and a move can be played at once', async () => {
  const page = await world.visit('/');
  await holds(page, 11, 'black man');
  await square(page, 11).getByText('11').waitFor();
  await click(page, 11, 15);
  await holds(page, 15, 'black man, last move');
  // The computer answers.
  await page.getByRole('button', { name: /^2[1-4]-/ }).waitFor();
});

test('a piece can be dragged', async () => {
  const { page } = await world.play({ kind: 'two' });
  const [from, to] = [await middle(page, 11), await middle(page, 15)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.locator('.carried').waitFor();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await holds(page, 15, 'black man');
});

test('a finger moves pieces by tapping', async () => {
  const { page } = await world.play({ kind: 'two' }, 'play', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await square(page, 9).tap();
  await square(page, 14).tap();
  await holds(page, 14, 'black man');
});

test('the keyboard walks over the squares and moves pieces, and stays where it is', async () => {
  const { page } = await world.play({ kind: 'two' });
  await page.getByRole('link', { name: 'Skip to the board' }).focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
  assert.equal(await focused(), '29');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  assert.equal(await focused(), '10');
  await page.keyboard.press('Enter');
  await holds(page, 10, 'black man, in your hand');
  await page.keyboard.press('Escape');
  await holds(page, 10, 'black man, can move');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Black: 10 to' }).first().waitFor();
  assert.equal(await focused(), '14');
});

test('a move can be typed in any notation, and a wrong one is explained', async () => {
  const { page } = await world.play({ kind: 'two' });
  await page.keyboard.press('1');
  await page.getByLabel('Type a move').fill('11 15');
  await page.keyboard.press('Enter');
  await holds(page, 15, 'black man');
  await page.getByLabel('Type a move').fill('b2 b5');
  await page.keyboard.press('Enter');
  await says(page, /./);
  assert.equal(await page.getByLabel('Type a move').inputValue(), 'b2 b5');
});

test('pieces that must jump are marked by more than color, and others are refused with the reason', async () => {
  const { page } = await world.play({ kind: 'two', fen: 'B:W15,24,28:B5,11' });
  await holds(page, 11, 'black man, must jump');
  assert.equal(await page.locator('.marks .flag').count(), 1);
  await page.getByText('You must jump.').waitFor();
  await click(page, 5);
  await says(page, /You must jump/);
  await click(page, 11, 18);
  await holds(page, 18, 'black man');
  await holds(page, 15, 'empty');
});

test('a jump goes by its landing squares', async () => {
  const { page } = await world.play({ kind: 'two', fen: TWO_ROUTES });
  await click(page, 30, 21);
  await holds(page, 14, 'white man');
  await holds(page, 25, 'empty');
  await holds(page, 18, 'black man');
});

test('where two ways lead to one square, the player chooses', async () => {
  const { page } = await world.play({ kind: 'two', fen: TWO_ROUTES });
  await click(page, 30, 14);
  const ways = page.getByRole('group', { name: 'Which way?' }).getByRole('button');
  assert.equal(await ways.count(), 2);
  await ways.filter({ hasText: '23' }).click();
  await holds(page, 14, 'white man');
  await holds(page, 26, 'empty');
  await holds(page, 25, 'black man');
});

test('a jump that forks is made hop by hop, and the hop can be taken back', async () => {
  // 22x15, then 6 or 8.
  const { page } = await world.play({ kind: 'two', fen: 'W:W22,24,31:B10,11,K18' });
  await click(page, 22, 15);
  await holds(page, 15, 'white man, in your hand');
  await holds(page, 18, 'black king, will be captured');
  await page.keyboard.press('Escape');
  await holds(page, 22, 'white man, in your hand');
  await click(page, 15, 8);
  await holds(page, 8, 'white man');
  await holds(page, 11, 'empty');
  await holds(page, 10, 'black man');
});

test('a single click goes to a square that only one piece can reach, if that is wanted', async () => {
  const { page } = await world.play({ kind: 'two' });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Click a square to go there if only one piece can').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await click(page, 13);
  await holds(page, 13, 'black man');
});

test('a move can be prepared while the computer thinks', async () => {
  const { prepare, letGo } = lateEngine();
  const { page } = await world.play({ kind: 'computer', level: 11, side: 'black', fen: 'B:W32:B1,12' }, 'play', {}, prepare);
  await click(page, 12, 16);
  await click(page, 1, 5);
  await page.locator('.arrows .premove').waitFor();
  letGo();
  await holds(page, 5, 'black man');
});

test('the right button draws arrows and rings', async () => {
  const { page } = await world.play({ kind: 'two' });
  const drag = async () => {
    const [from, to] = [await middle(page, 22), await middle(page, 18)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up({ button: 'right' });
  };
  await drag();
  await page.locator('.arrows .drawn .shaft').waitFor();
  await drag();
  await page.locator('.arrows .drawn').waitFor({ state: 'detached' });
  await square(page, 22).click({ button: 'right' });
  await page.locator('.arrows .drawn .ring').waitFor();
});

test('the board turns, and settings stay over a reload', async () => {
  const { page } = await world.play({ kind: 'two' });
  const above = async () => (await middle(page, 1)).y < (await middle(page, 32)).y;
  assert(await above());
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.querySelector('.board [data-square]')?.getAttribute('data-square') === '32');
  assert(!(await above()));
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Colors').selectOption('contrast');
  await page.getByRole('combobox', { name: 'Board' }).selectOption('slate');
  await page.getByLabel('Squares').selectOption('algebraic');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await square(page, 1).getByText('b8').waitFor();
  const { look, board } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  assert.deepEqual({ look, board }, { look: 'contrast', board: 'slate' });
});

test('pieces glide, unless the system asks for stillness', async () => {
  for (const [reducedMotion, expected] of /** @type {const} */ ([['no-preference', true], ['reduce', false]])) {
    const { page } = await world.play({ kind: 'two' }, 'play', { reducedMotion });
    await page.evaluate(() => {
      const original = Element.prototype.animate;
      Element.prototype.animate = function (/** @type {any} */ frames, /** @type {any} */ options) {
        document.body.dataset.animated = 'yes';
        return original.call(this, frames, options);
      };
    });
    await click(page, 11, 15);
    await holds(page, 15, 'black man');
    assert.equal(await page.evaluate(() => document.body.dataset.animated === 'yes'), expected);
  }
});

test('sound and speech tell of moves when they are switched on', async () => {
  const { page } = await world.play({ kind: 'two' });
  await page.evaluate(() => {
    speechSynthesis.speak = (words) => void (document.body.dataset.spoken = words.text);
    AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
      apply: (original, self, args) => {
        document.body.dataset.sounded = 'yes';
        return Reflect.apply(original, self, args);
      },
    });
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Sound').check();
  await page.getByLabel('Speak the moves').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await click(page, 11, 15);
  await page.waitForFunction(() => document.body.dataset.spoken === 'Black: 11 to 15.' && document.body.dataset.sounded === 'yes');
});
