// The page in another language: all of it, at once, and still after a reload.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { onlyEnglish, seen } from './support/texts.js';
import { ended, Hall } from './support/tournament.js';
import { begin, click, says, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
/** @type {string[]} */
let english;
const hall = new Hall();
before(async () => {
  const cup = hall.play('cup', { one: 'level:1', two: 'level:2', chance: 'random' }, 'concurrency = 2');
  [world, english] = await Promise.all([World.open('--arena', hall.folder), onlyEnglish(), ended(cup)]);
}, { timeout: 60_000 });
afterEach(() => world.tidy());
after(async () => {
  await world?.close();
  await hall.close();
});

const GERMAN = { locale: 'de-DE' };
const PDN = '1. 11-15 23-18 2. 8-11 {Gut.} (2. 9-14 18x9) 2... 27-23 *';

/** @param {Page} page @param {string} name */
const open = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Chooses German, as a person does. @param {Page} page */
async function speakGerman(page) {
  await open(page, 'Settings');
  await page.getByLabel('Language').selectOption('Deutsch');
  await open(page, 'Fertig');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** @param {Page} page */
async function isGerman(page) {
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  assert.deepEqual(await seen(page, english), []);
}

test('the list of English texts finds them', async () => {
  const { page } = await world.play({ kind: 'two' });
  await page.locator('.marks .movable').first().waitFor();
  const found = await seen(page, english);
  for (const text of ['Hint', 'Play', 'Offer a draw', 'can move', 'Settings']) assert(found.includes(text), text);
});

/** Views, and how they are reached in English. @type {[string, string, ((page: Page) => Promise<unknown>)][]} */
const views = [
  ['play', '/#/play', async (page) => {
    await begin(page, { kind: 'two' });
    await page.locator('.marks .movable').first().waitFor();
  }],
  ['look', `/#/look?${new URLSearchParams({ pdn: PDN })}`, (page) => page.getByText('Gut.').waitFor()],
  ['engine', `/#/look?${new URLSearchParams({ fen: 'W:WK18,K22:BK32' })}`, async (page) => {
    await page.getByRole('switch').check();
    await page.locator('.engine .pv').first().waitFor();
  }],
  ['review', `/#/look?${new URLSearchParams({ pdn: PDN })}`, async (page) => {
    await page.getByText('Gut.').waitFor();
    await page.getByRole('tab', { name: 'Review' }).click();
    await open(page, 'Review the game');
    await page.getByRole('row', { name: /Blunders/ }).waitFor({ timeout: 20_000 });
  }],
  ['rules', '/#/learn/rules-5', (page) => page.locator('.task').waitFor()],
  ['bits', '/#/learn/bits', (page) => page.getByRole('button', { name: /^jumpers 0x/ }).waitFor()],
  ['tour', '/#/learn/tour-15', (page) => page.locator('.equation').waitFor()],
  ['recursion', '/#/learn/tour-24', (page) => page.getByText('One hop on').waitFor()],
  ['constants', '/#/learn/tour-13', (page) => page.getByText('left_move').first().waitFor()],
  ['calculator', '/#/learn/calculator', async (page) => {
    await page.getByLabel('Calculation').fill('1 +');
    await page.keyboard.press('Enter');
    await page.getByText('is missing at character').waitFor();
  }],
  ['exercises', '/#/learn/exercises-1', async (page) => {
    await open(page, 'black & white');
    await page.getByText('should be').waitFor();
  }],
  ['first screen', '/#/play', (page) => page.locator('.home').waitFor()],
  ['end of a game', '/#/play', async (page) => {
    await begin(page, { kind: 'two', fen: 'B:W15:B11' });
    await click(page, 11, 18);
    await page.getByRole('group', { name: 'The game is over' }).waitFor();
  }],
  ['games', '/#/games', async (page) => {
    await begin(page, { kind: 'two' });
    await page.goto(new URL('/#/games', page.url()).href);
    await page.locator('li.panel').first().waitFor();
  }],
  ['set-up', '/#/setup', (page) => page.getByText('This is a legal position.').waitFor()],
  ['lobby', '/#/online', async (page) => {
    const stranger = await world.server.stranger();
    await stranger('seeks', { clock: { base_ms: 300_000 } });
    await page.getByRole('button', { name: /^Play Guest/ }).waitFor();
    await open(page, 'Challenge a friend');
    await open(page, 'Create the challenge');
    await page.getByRole('heading', { name: 'Your challenge' }).waitFor();
  }],
  ['online game', '/#/online', async (page) => {
    const stranger = await world.server.stranger();
    const { id } = await stranger('challenges', { settings: { clock: { base_ms: 300_000 }, side: 'white', start: { from: 'random_ballot' } } });
    await page.getByLabel('Do you have a code?').fill(id);
    await open(page, 'Go');
    await open(page, 'Accept');
    await page.locator('.state h2', { hasText: /move/ }).waitFor();
  }],
  ['archive', '/#/archive', (page) => page.getByRole('button', { name: 'Search' }).waitFor()],
  ['arena', '/#/arena', (page) => page.getByRole('link', { name: /cup/ }).waitFor()],
  ['tournament', '/#/arena/cup?part=table', (page) => page.getByRole('row', { name: /chance/ }).waitFor()],
  ['games of a tournament', '/#/arena/cup?part=games', (page) => page.getByRole('link', { name: 'Replay game' }).first().waitFor()],
  ['game of a tournament', '/#/arena/cup/1', (page) => page.locator('.moves .move').first().waitFor()],
];

for (const [name, path, reach] of views) {
  test(`the view "${name}" turns to German at once`, { timeout: 60_000 }, async () => {
    const page = await world.visit(path);
    await reach(page);
    await speakGerman(page);
    await isGerman(page);
  });
}

test('a browser that wants German gets it, in dialogs too', async () => {
  const page = await world.visit('/#/play', GERMAN);
  await isGerman(page);
  for (const name of ['Neue Partie', 'Tasten', 'Einstellungen']) {
    await open(page, name);
    await page.getByRole('dialog', { name }).waitFor();
    if (name === 'Neue Partie') {
      await page.getByLabel('Regeln').selectOption('Eigene Hausregeln …');
      await page.getByText('Wann geschlagen werden muss.').waitFor();
    }
    await isGerman(page);
    await page.keyboard.press('Escape');
  }
  await page.goto(`${world.server.address}/#/look`);
  await open(page, 'Teilen');
  await page.getByRole('dialog', { name: 'Teilen' }).waitFor();
  await isGerman(page);
  await page.keyboard.press('Escape');
  await page.goto(`${world.server.address}/#/online`);
  for (const [name, title] of [['Mehr Möglichkeiten …', 'Partie anbieten'], ['Anmelden oder Konto anlegen', 'Anmelden oder Konto anlegen']]) {
    await open(page, /** @type {string} */ (name));
    await page.getByRole('dialog', { name: title }).waitFor();
    await isGerman(page);
    await page.keyboard.press('Escape');
  }
});

test('the language that was chosen is kept, against the browser’s', async () => {
  const page = await world.visit('/#/play', GERMAN);
  await open(page, 'Einstellungen');
  await page.getByLabel('Sprache').selectOption('English');
  await open(page, 'Done');
  await page.reload();
  await page.getByRole('button', { name: 'New game', exact: true }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
});

test('an end and a refusal are told in German', async () => {
  const { page } = await world.play({ kind: 'two' });
  await speakGerman(page);
  await page.getByLabel('Zug eingeben').fill('11-18');
  await page.keyboard.press('Enter');
  await says(page, /Auf 15 gibt es nichts zu schlagen/);
  await open(page, 'Aufgeben');
  await open(page, 'Ja');
  await page.getByRole('heading', { name: 'Weiß gewinnt: Schwarz hat aufgegeben.' }).waitFor();
});
