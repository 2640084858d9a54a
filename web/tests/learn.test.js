// The lessons: the rules as a course, the tour of the bits, exercises, the calculator, and the panel of the bits.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, says, square, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
before(async () => void (world = await World.open()));
afterEach(() => world.tidy());
after(() => world.close());

const MASKS = ['black', 'white', 'kings', 'occupied', 'empty', 'movers', 'movers left', 'movers right', 'jumpers'];

/** The button of a mask. @param {Page} page @param {string} name */
const mask = (page, name) => page.getByRole('button', { name: new RegExp(`^${name} 0x`) });

/** Waits until the word that is shown is this one. @param {Page} page @param {string} word */
const hex = (page, word) => page.getByTestId('hex').filter({ hasText: word }).waitFor();

/** @param {Page} page */
const next = (page) => page.getByRole('button', { name: 'Next', exact: true }).click();

/** The steps of a course, once they are there. @param {Page} page */
async function steps(page) {
  const options = page.getByLabel('All steps').locator('option');
  await options.last().waitFor({ state: 'attached' });
  return options;
}

/** @param {Page} page @param {string} title */
const titled = (page, title) => page.getByRole('heading', { name: title, exact: true }).waitFor();

/** What the course says about what was done. @param {Page} page @param {string | RegExp} what */
const told = (page, what) => page.locator('.task').filter({ hasText: what }).waitFor();

/** What is clicked in each lesson of the rules, in turn. @type {number[][]} */
const lessons = [
  [18, 1, 32],
  [11, 15],
  [22, 17],
  [15, 22],
  [15, 22],
  [18, 11],
  [9, 25],
  [27, 18, 11],
  [26, 31],
  [11, 2],
  [18, 14],
  [18, 2],
  [14, 23],
  [13, 17],
  [1, 6, 6, 1, 1, 6, 6, 1],
  [11, 15, 8, 11, 4, 8],
];

test('the course of the rules is done from the first screen to the first game', { timeout: 90_000 }, async () => {
  const page = await world.visit('/');
  await page.getByRole('link', { name: 'New to checkers? Learn the rules.' }).click();
  for (const squares of lessons) {
    await page.locator('.task:not(.done)').waitFor();
    await click(page, ...squares);
    await page.locator('.task.done').waitFor();
    await next(page);
  }
  await page.getByLabel('Type a move').fill('9-18-25');
  await page.keyboard.press('Enter');
  await told(page, 'Now you know all the rules');
  await page.getByRole('button', { name: 'Play a game' }).click();
  await page.getByText('Computer, level 1', { exact: false }).first().waitFor();
  await holds(page, 11, 'black man');
});

test('a move that is legal but not asked for is told so, and nothing moves', async () => {
  const page = await world.visit('/#/learn/rules-11');
  await holds(page, 18, 'black king');
  await click(page, 18, 22);
  await told(page, 'this time, go backward');
  await holds(page, 18, 'black king');
  await click(page, 18, 15);
  await told(page, 'Only kings can do that.');
});

test('a move that is not legal is told why', async () => {
  const page = await world.visit('/#/learn/rules-5');
  await holds(page, 9, 'black man');
  await click(page, 9);
  await says(page, /jump/);
  await holds(page, 9, 'black man');
});

test('blocking wins, and the position that comes back is counted', async () => {
  const page = await world.visit('/#/learn/rules-14');
  await holds(page, 13, 'black man');
  await click(page, 14, 17);
  await told(page, 'White could still move or jump');
  await click(page, 13, 17);
  await told(page, 'Black wins: White cannot move.');
  await next(page);
  await holds(page, 1, 'black king');
  await told(page, 'on the board once');
  await click(page, 1, 6, 6, 1);
  await told(page, 'on the board twice');
});

test('a lesson is done by the keyboard alone, and begun again', async () => {
  const page = await world.visit('/#/learn/rules-2');
  await holds(page, 11, 'black man');
  await square(page, 11).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await told(page, 'That was a move.');
  await page.getByRole('button', { name: 'Start this step again' }).focus();
  await page.keyboard.press('Enter');
  await holds(page, 11, 'black man');
  await page.getByRole('button', { name: 'Next', exact: true }).focus();
  await page.keyboard.press('Enter');
  await titled(page, 'Forward is away from you');
});

test('a refusal in a game leads to the lesson that says why', async () => {
  const { page } = await world.play({ kind: 'two', fen: 'B:W18,31:B9,15' });
  await holds(page, 9, 'black man');
  await click(page, 9);
  await says(page, /jump/i);
  await page.getByRole('link', { name: 'Why?' }).click();
  await titled(page, 'You must jump');
  // No move was made yet: there is a game to go back to all the same.
  await page.getByRole('link', { name: 'Back to the game' }).click();
  await holds(page, 9, 'black man');
});

test('a typed move that is no move leads to its lesson', async () => {
  const { page } = await world.play({ kind: 'two' });
  await page.getByLabel('Type a move').fill('11-7');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Why?' }).click();
  await titled(page, 'A man moves');
});

test('Back and Next stay where they are, on a phone and on a wide screen', async () => {
  const courses = [['tour-1', 'tour-9', 'tour-15', 'tour-22'], ['rules-2', 'rules-15']];
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    const page = await world.visit('/#/learn', { viewport });
    for (const [begin = '', ...others] of courses) {
      const box = async (/** @type {string} */ part) => {
        await page.goto(`${world.host.address}/#/learn/${part}`);
        await page.locator('.title').waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        return page.getByRole('button', { name: 'Next', exact: true }).boundingBox();
      };
      const first = await box(begin);
      for (const part of others) assert.deepEqual(await box(part), first, `${part} on ${viewport.width}`);
      assert(first && first.y + first.height <= viewport.height);
    }
  }
});

test('each mask is shown as a board, in binary and in hex, in both layouts', async () => {
  const page = await world.visit('/#/learn/bits');
  for (const name of MASKS) await mask(page, name).waitFor();
  await mask(page, 'empty').click();
  await hex(page, '0x000FF000');
  await page.getByText('0b0000_0000_0000_1111_1111_0000_0000_0000').waitFor();
  await page.getByText('= !(black | white)').waitFor();
  await holds(page, 13, 'empty, bit 1');
  await holds(page, 1, 'black man, bit 0');
  await page.getByRole('button', { name: '64 bits: all squares' }).click();
  await hex(page, '0x00000055AA000000');
  await page.getByLabel('As plain text').filter({ hasText: '29  30  31  32' }).waitFor();
});

test('the square under the pointer has its mask told', async () => {
  const page = await world.visit('/#/learn/bits');
  await square(page, 11).hover();
  await page.getByText('1 << 10 = 0x00000400').waitFor();
  await page.getByText('Square 11, f6').waitFor();
});

test('a bit is clicked on and off, and the board follows', async () => {
  const page = await world.visit('/#/learn/bits');
  await page.getByRole('button', { name: /^bit 10, square 11 f6, 1/ }).click();
  await holds(page, 11, 'empty');
  await hex(page, '0x00000BFF');
  await mask(page, 'kings').click();
  await page.getByRole('button', { name: /^bit 9, square 10 d6, 0/ }).click();
  await holds(page, 10, 'black king');
  await mask(page, 'white').click();
  await page.getByRole('button', { name: /^bit 9, / }).click();
  await page.getByText('These bits are not a legal position:').waitFor();
});

test('a piece that is taken up shows its masks, and every move the operations that made it', async () => {
  const page = await world.visit(`/#/look?${new URLSearchParams({ fen: 'W:W18:B14,K6' })}`);
  await holds(page, 18, 'white man');
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.getByRole('tab', { name: 'Bits' }).click();
  // The view that is left has a board with the same man, so the new one is waited for first.
  const operations = page.getByRole('region', { name: 'What the last move did' });
  await operations.waitFor();
  await holds(page, 18, 'white man');
  await click(page, 18);
  const pick = page.getByRole('list', { name: 'The piece in the hand' });
  await pick.getByRole('listitem').filter({ hasText: 'captured[9]' }).filter({ hasText: '0x00002000' }).waitFor();
  await pick.getByRole('listitem').filter({ hasText: 'captured[2]' }).filter({ hasText: '0x00002020' }).waitFor();
  await click(page, 2);
  await holds(page, 2, 'white king');
  await operations.getByText('white ^= 0x00020002').waitFor();
  await operations.getByText('black &= !0x00002020').waitFor();
  await operations.getByText('kings ^= 0x00000022').waitFor();
});

test('the tour runs every step live, and its comparisons come out as zero', { timeout: 90_000 }, async () => {
  const page = await world.visit('/#/learn/tour-1');
  const titles = await steps(page).then((options) => options.allTextContents());
  for (const [i, title] of titles.entries()) {
    await titled(page, title.replace(/^\d+\. /, ''));
    await page.locator('.equation, .lines, .scroll, .part ul, .part ol').first().waitFor();
    const difference = page.getByRole('button', { name: /^difference/ });
    if (await difference.count()) assert.match((await difference.textContent()) ?? '', /0x00000000/);
    if (i < titles.length - 1) await next(page);
  }
  await page.getByRole('button', { name: 'To the calculator' }).click();
  await page.getByLabel('Calculation').waitFor();
});

test('no step of the tour is longer than two screens of a laptop', { timeout: 60_000 }, async () => {
  const page = await world.visit('/#/learn/tour-1', { viewport: { width: 1280, height: 800 } });
  const count = await steps(page).then((options) => options.count());
  for (let step = 1; step <= count; step++) {
    await page.goto(`${world.host.address}/#/learn/tour-${step}`);
    await page.locator('.equation, .lines, .scroll, .part ul, .part ol').first().waitFor();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert(height <= 1600, `step ${step} is ${height} pixels high`);
  }
});

test('the steps of the tour answer to clicks', async () => {
  const page = await world.visit('/#/learn/tour-1');
  await page.getByText('bit = square(11)').waitFor();
  await click(page, 18);
  await page.locator('.equation', { hasText: '0x00020000' }).first().waitFor();

  await page.getByLabel('All steps').selectOption('1');
  await page.locator('.number', { hasText: '12' }).waitFor();
  await page.getByRole('checkbox', { name: 'men, square 13, 0' }).click();
  await page.locator('.number', { hasText: '13' }).waitFor();
  await holds(page, 13, 'black man');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.number', { hasText: '12' }).waitFor();
});

test('a long jump comes out as the game plays it', async () => {
  const page = await world.visit('/#/learn/tour-23');
  const line = (/** @type {string} */ name) => page.getByRole('button', { name: new RegExp(`^${name} `) });
  await line('white_after').getByText('0x00000002').waitFor();
  await line('kings_after').getByText('0x00000002').waitFor();
  await line('black_after').getByText('0x00000000').waitFor();
  const { position } = await world.server.ask('position/move', { fen: 'W:W18:B14,K6', move: '18x9x2' });
  assert.equal(position.fen.replace(/^B:/, ''), 'WK2:B');
});

test('the recursion is gone through hop by hop, both ways of the fork', async () => {
  const page = await world.visit('/#/learn/tour-24');
  const on = page.getByRole('button', { name: 'One hop on' });
  for (const hop of ['27 × 23 → 18', '18 × 14 → 9', '9 × 6 → 2', '18 × 15 → 11', '11 × 7 → 2']) {
    await on.click();
    await page.locator('[aria-current=step]', { hasText: hop }).waitFor();
  }
  await holds(page, 2, 'white man');
  assert(await on.isDisabled());
});

test('constants are there for both players, in the words that programs use', async () => {
  const page = await world.visit('/#/learn/tour-13');
  await page.getByText('0x0EFEFEFE where bit 0 is a1').waitFor();
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('button', { name: /^start 0x00000FFF/ }).waitFor();
});

test('the calculator computes step by step, and says where it cannot', async () => {
  const page = await world.visit('/#/learn/calculator');
  await hex(page, '0x000FF000');
  await holds(page, 13, 'empty, bit 1');
  const input = page.getByLabel('Calculation');
  await input.fill('(black & 0xF00) << 4');
  await page.keyboard.press('Enter');
  await hex(page, '0x0000F000');
  await page.locator('.equation').filter({ hasText: 'black & 0xF00' }).first().waitFor();

  await page.getByRole('button', { name: '8 bits', exact: true }).click();
  await page.getByText('“0xF00” is not a number of 8 bits.').waitFor();
  await input.fill('200 + 100');
  await page.getByRole('button', { name: 'Compute' }).click();
  await page.getByTestId('decimal').filter({ hasText: /^44$/ }).waitFor();
  await page.getByText('The true result does not fit').waitFor();
  await page.getByRole('region', { name: 'With bit operations alone' }).getByRole('columnheader', { name: 'carry' }).waitFor();
  await input.fill('200 +');
  await page.keyboard.press('Enter');
  await page.getByText('A number, a name or a bracket is missing at character 6.').waitFor();

  await input.fill('');
  await page.getByRole('button', { name: /^Insert flip/ }).click();
  await page.keyboard.type('5, 1');
  await page.keyboard.press('Enter');
  await page.getByTestId('decimal').filter({ hasText: /^7$/ }).waitFor();

  // The words that there are can be seen, constants of the tour among them.
  await page.getByRole('button', { name: '32 bits' }).click();
  await input.fill('us & ');
  await page.getByRole('button', { name: 'Insert left_move' }).click();
  await page.keyboard.press('Enter');
  await page.getByTestId('hex').filter({ hasText: /^0x0{0,}[0-9A-F]+$/ }).waitFor();
  await page.getByText('us & left_move').first().waitFor();
});

test('exercises are checked on positions at random, and the first wrong one is shown', async () => {
  const page = await world.visit('/#/learn/exercises-1');
  await page.getByRole('button', { name: 'black & white', exact: true }).click();
  await page.getByText('Not yet.').waitFor();
  await page.getByText('should be').waitFor();
  await page.getByRole('button', { name: 'black | white', exact: true }).click();
  await page.getByText('Right, on all 500 positions at random.').waitFor();
  await page.getByText('1 of 14 solved').waitFor();
  await page.reload();
  await page.getByText('1 of 14 solved').waitFor();
  await next(page);
  const input = page.getByLabel('Write it');
  await input.fill('~(black | wite)');
  await page.keyboard.press('Enter');
  await page.getByText('There is no word “wite” here.').waitFor();
  await input.fill('~(black | white)');
  await page.keyboard.press('Enter');
  await page.getByText('Right, on all 500 positions at random.').waitFor();
  await page.goto(`${world.host.address}/#/learn/exercises-11`);
  await titled(page, 'Down and to the right');
  await input.fill('step_down_right(black)');
  await page.keyboard.press('Enter');
  await page.getByText('step_down_right is what you are asked to write.').waitFor();
});

test('German lessons are no wider than a small phone', async () => {
  const page = await world.visit('/#/learn/rules-1', { locale: 'de-DE', viewport: { width: 320, height: 640 } });
  for (const part of ['rules-14', 'tour-9', 'tour-13', 'tour-14', 'tour-24', 'tour-27', 'exercises-10', 'calculator', 'bits']) {
    await page.goto(`${world.host.address}/#/learn/${part}`);
    await page.locator('.part > *').nth(1).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert(overflow <= 0, `${part} is ${overflow} pixels too wide`);
  }
});

test('lessons open where they were left', async () => {
  const page = await world.visit('/#/learn/tour-7');
  await titled(page, 'XOR makes a move');
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await titled(page, 'XOR makes a move');
});
