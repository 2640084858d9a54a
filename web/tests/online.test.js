// Playing other people: each page is a person of its own, with a session of its own.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { click, holds, more, says, World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {World} */
let world;
before(async () => void (world = await World.open()));
afterEach(() => world.tidy());
after(() => world.close());

/** A short game to its end: Black cannot move. */
const GAME =
  '11-16 24-19 9-14 21-17 14x21 22-17 5-9 27-24 7-11 26-22 9-13 24-20 2-7 28-24 11-15 20x11x2 12-16 2x9 3-7 19x12x3 1-6 9x2x11x18 4-8 3x12 10-15 18x11'.split(' ');

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** @param {Page} page @param {string | RegExp} words */
const headline = (page, words) => page.locator('.state h2', { hasText: words }).waitFor();

/** @param {Page} page @param {string | RegExp} words */
const asked = (page, words) => page.getByRole('group', { name: words }).waitFor();

/** Makes a move of a game by clicks, or waits until it is there. @param {Page} page @param {string} move */
async function make(page, move) {
  const squares = move.split(/[-x]/).map(Number);
  await headline(page, 'Your move');
  await click(page, /** @type {number} */ (squares[0]), /** @type {number} */ (squares.at(-1)));
}

/** @param {Page} page @param {number} count */
const moves = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves .move').length === n, count);

/** Somebody in the lobby. @param {World} [where] @param {import('playwright-core').BrowserContextOptions} [options] */
async function visitor(where = world, options = {}) {
  const page = await where.visit('/#/online', options);
  await page.locator('.who strong').waitFor();
  return page;
}

/** Asks the server in a person's name. @param {Page} page @param {string} path @param {unknown} [body] */
async function ask(page, path, body) {
  const answer = await page.request.fetch(`${new URL(page.url()).origin}/api/online/${path}`, body ? { method: 'POST', data: body } : {});
  assert(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/**
 * Two who play each other: Black and White. The offer is made and accepted by calls; other tests do it by hand.
 * @param {object} [settings] @param {World} [where]
 */
async function players(settings = {}, where = world) {
  const [black, white] = await Promise.all([visitor(where), visitor(where)]);
  const id = await pair(black, white, settings);
  return { black, white, id };
}

/** @param {Page} black @param {Page} white @param {object} [settings] @returns {Promise<string>} */
async function pair(black, white, settings = {}) {
  const challenge = await ask(black, 'challenges', { settings: { clock: { base_ms: 300_000 }, side: 'black', ...settings } });
  const { game } = await ask(white, `challenges/${challenge.id}/accept`, {});
  await Promise.all([black, white].map((page) => page.goto(`${world.server.address.replace(/:\d+$/, '')}:${new URL(page.url()).port}/#/game/${game}`)));
  await headline(black, 'Your move');
  await headline(white, 'Your opponent’s move');
  return game;
}

/** @param {Page} page @param {string} name */
async function register(page, name) {
  await press(page, 'Log in or create an account');
  await page.getByRole('radio', { name: 'Sign up' }).check();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('correct horse battery');
  await press(page, 'Sign up');
  await page.locator('.who strong', { hasText: name }).waitFor();
}

test('two guests meet in the lobby and play a whole game', { timeout: 60_000 }, async () => {
  const [one, two] = await Promise.all([visitor(), visitor()]);
  await press(one, '5 + 3');
  await one.getByText('Waiting for an opponent.').waitFor();
  await two.getByRole('button', { name: /^Play Guest/ }).click();
  await Promise.all([one, two].map((page) => page.getByRole('grid').waitFor()));
  await one.locator('.state h2', { hasText: /Your move|Your opponent/ }).waitFor();
  const isFirst = (await one.locator('.state h2').textContent()) === 'Your move';
  const [black, white] = isFirst ? [one, two] : [two, one];
  for (const [ply, move] of GAME.entries()) {
    await make(ply % 2 === 0 ? black : white, move);
    await Promise.all([black, white].map((page) => moves(page, ply + 1)));
  }
  for (const page of [black, white]) {
    await headline(page, 'White wins: Black cannot move.');
    assert.deepEqual((await page.locator('.moves .move').allTextContents()).map((text) => text.trim()), GAME);
    assert.equal(await page.getByRole('timer').count(), 2);
    assert.equal(await page.locator('.clock.running').count(), 0);
  }
});

test('an offer in the lobby is taken back', async () => {
  const [one, two] = await Promise.all([visitor(), visitor()]);
  await press(one, 'no clock');
  await two.getByRole('button', { name: /^Play Guest/ }).waitFor();
  await press(one, 'Cancel');
  await two.getByRole('button', { name: /^Play Guest/ }).waitFor({ state: 'detached' });
  await one.getByRole('button', { name: 'no clock' }).waitFor();
});

test('an open offer is seen wherever one is, until it is taken', async () => {
  const [one, two] = await Promise.all([visitor(), visitor()]);
  await press(one, '5 + 3');
  await press(one, 'Play the computer while you wait');
  await one.getByRole('link', { name: 'Online: Your offer is open: 5 + 3' }).waitFor();
  await one.locator('header').getByText('Your offer is open: 5 + 3').last().waitFor();
  await two.getByRole('button', { name: /^Play Guest/ }).click();
  await one.getByRole('link', { name: 'Go to your game' }).waitFor();
  await one.getByRole('link', { name: 'Online', exact: true }).waitFor();
  // A challenge, too.
  const three = await visitor();
  await press(three, 'Challenge a friend');
  await press(three, 'Create the challenge');
  await three.getByRole('heading', { name: 'Your challenge' }).waitFor();
  await three.getByRole('link', { name: 'Learn' }).click();
  await three.getByRole('link', { name: 'Online: Your challenge is open' }).click();
  await press(three, 'Cancel challenge');
  await three.getByRole('link', { name: 'Online', exact: true }).waitFor();
});

test('a friend is challenged by a code, with a ballot and in private', async () => {
  const [one, two] = await Promise.all([visitor(), visitor()]);
  await press(one, 'Challenge a friend');
  await one.getByLabel('Start from').selectOption('random');
  await one.getByRole('radio', { name: 'White' }).check();
  await one.getByLabel('Private').check();
  await press(one, 'Create the challenge');
  const code = await one.getByLabel('Code', { exact: true }).inputValue();
  const link = await one.getByLabel('Link', { exact: true }).inputValue();
  assert.match(link, /#\/challenge\/.+/);
  await two.getByLabel('Do you have a code?').fill(code.toUpperCase());
  await press(two, 'Go');
  await two.getByText('random ballot').waitFor();
  await press(two, 'Accept');
  for (const page of [one, two]) await moves(page, 3);
  await one.locator('[data-side="white"]').filter({ hasText: '(you)' }).waitFor();
  await two.locator('[data-side="black"]').filter({ hasText: '(you)' }).waitFor();
  // Nobody else sees the game.
  const third = await world.visit(new URL(two.url()).hash.replace('#', '/#'));
  await third.getByRole('link', { name: 'To the lobby' }).waitFor();
});

test('a move is prepared, typed, taken back by agreement', async () => {
  const { black, white } = await players();
  await click(white, 22, 18);
  await says(white, /You will move 22 to 18/);
  await click(black, 9, 13);
  await holds(black, 18, 'white man');
  await black.getByLabel('Type a move').fill('8-10');
  await black.keyboard.press('Enter');
  await says(black, /8/);
  await black.getByLabel('Type a move').fill('11 15');
  await black.keyboard.press('Enter');
  await holds(white, 15, 'black man');
  await press(black, 'Ask to take back');
  await asked(white, /^Guest \d+ asks to take a move back\.$/);
  await press(white, 'Agree');
  await holds(black, 11, 'black man');
  await moves(white, 2);
});

test('draws are offered, declined and accepted; resigning is asked back; a rematch changes sides', async () => {
  const { black, white } = await players();
  await black.getByRole('button', { name: 'Abort' }).waitFor();
  await make(black, '11-15');
  await make(white, '23-19');
  await black.getByRole('button', { name: 'Abort' }).waitFor({ state: 'detached' });
  await press(black, 'Offer a draw');
  await asked(white, /^Guest \d+ offers a draw\.$/);
  await press(white, 'Decline');
  await says(black, /Guest \d+ declines the draw/);
  await press(white, 'Resign');
  await press(white, 'No');
  await press(white, 'Offer a draw');
  await press(black, 'Accept');
  for (const page of [black, white]) await headline(page, 'Draw: by agreement.');
  await press(black, 'Rematch');
  await asked(white, /^Guest \d+ wants a rematch\.$/);
  await press(white, 'Accept');
  for (const page of [black, white]) await page.locator('.state h2', { hasText: /Your (move|opponent’s move)/ }).waitFor();
  await black.locator('[data-side="white"]').filter({ hasText: '(you)' }).waitFor();
  await press(black, 'Abort');
  await press(black, 'Yes');
  for (const page of [black, white]) await headline(page, 'The game was aborted');
});

test('a draw by repetition is claimed by the side to move', async () => {
  const { black, white } = await players({ start: { from: 'fen', fen: 'B:WK32:BK1' }, claimed_draws: true });
  for (const [index, move] of ['1-5', '32-28', '5-1', '28-32', '1-5', '32-28', '5-1', '28-32'].entries()) {
    await make(move.length === 3 ? black : white, move);
    // A click before the other side's move has arrived would be for the turn before.
    for (const page of [black, white]) await moves(page, index + 1);
  }
  await asked(black, 'You may claim a draw: the same position occurred three times.');
  assert.equal(await white.getByRole('button', { name: 'Claim the draw' }).count(), 0);
  await press(black, 'Claim the draw');
  await headline(white, 'Draw: the same position occurred three times.');
});

test('others watch the live board; what is said is heard, or muted', async () => {
  const { black, white } = await players();
  const third = await visitor();
  await third.getByRole('link', { name: /^Watch/ }).first().click();
  await third.getByText('You are watching').waitFor();
  await make(black, '11-15');
  await holds(third, 15, 'black man');
  await click(third, 22);
  await says(third, /You are watching this game/);
  assert.equal(await third.getByRole('button', { name: 'Resign' }).count(), 0);
  await third.getByLabel('Mute').check();
  await black.getByLabel('Say something').fill('Good luck');
  await press(black, 'Send');
  await white.locator('.lines', { hasText: 'Good luck' }).waitFor();
  await white.locator('[role=status]', { hasText: 'says: Good luck' }).waitFor();
  await make(white, '22-18');
  await holds(third, 18, 'white man');
  assert.equal(await third.getByText('Good luck').count(), 0);
});

test('a seat is kept on another device, and under another name', async () => {
  const { black, white } = await players();
  await more(black, 'Continue on another device');
  const link = await black.getByLabel('Link for the other device').inputValue();
  const phone = await world.visit(new URL(link).hash.replace('#', '/#'), { viewport: { width: 390, height: 844 } });
  await make(phone, '11-15');
  for (const page of [black, white]) await holds(page, 15, 'black man');
  await make(white, '22-18');
  await phone.reload();
  await make(phone, '15x22');
  await holds(black, 22, 'black man');
  assert(!phone.url().includes('seat'), 'the token is not left in the address');
  await white.getByRole('link', { name: 'Online' }).click();
  await register(white, 'Newell');
  await white.getByRole('link', { name: 'Go to your game' }).click();
  await make(white, '25x18');
  await holds(phone, 18, 'white man');
});

test('two with accounts play a rated game; ratings, page and archive show it', async () => {
  const [asa, marion] = await Promise.all([visitor(), visitor()]);
  await Promise.all([register(asa, 'Asa'), register(marion, 'Marion')]);
  const id = await pair(asa, marion, { rated: true });
  await make(asa, '11-15');
  await make(marion, '23-19');
  await make(asa, '8-11');
  await press(marion, 'Resign');
  await press(marion, 'Yes');
  await headline(asa, 'Black wins: White resigned.');
  await asa.locator('[data-side="black"] .change', { hasText: '+' }).waitFor();
  await asa.locator('[data-side="white"] .change', { hasText: '−' }).waitFor();

  await asa.getByRole('link', { name: 'Marion' }).first().click();
  await asa.getByRole('heading', { name: 'Marion' }).waitFor();
  await asa.getByText('1 rated game').waitFor();
  await asa.getByRole('link', { name: 'All games' }).click();
  await asa.getByLabel('Result').selectOption('white');
  await press(asa, 'Search');
  await asa.getByText('No games were found.').waitFor();
  await asa.getByLabel('Result').selectOption('black');
  await press(asa, 'Search');
  await asa.getByRole('link', { name: /Asa.*Marion/ }).click();
  await more(asa, 'Analyze');
  await asa.waitForURL(/#\/look/);
  await moves(asa, 3);
  await asa.locator('.moves .move').nth(1).click();
  await asa.getByRole('button', { name: 'Share' }).click();
  await asa.getByRole('link', { name: 'Online games with this position' }).click();
  await asa.getByRole('link', { name: /Asa.*Marion/ }).waitFor();
  assert.match(await ask(asa, `games/${id}`).then((game) => game.now.result.reason), /resignation/);
});

test('a password can be looked at before it is sent', async () => {
  const page = await visitor();
  await press(page, 'Log in or create an account');
  const field = page.getByLabel('Password');
  await field.fill('correct horse battery');
  assert.equal(await field.getAttribute('type'), 'password');
  await press(page, 'Show');
  assert.equal(await field.getAttribute('type'), 'text');
  assert.equal(await field.inputValue(), 'correct horse battery');
  await press(page, 'Show');
  assert.equal(await field.getAttribute('type'), 'password');
});

test('a wrong password is refused; keys for programs are made and taken away', async () => {
  const page = await visitor();
  await register(page, 'Willie');
  await press(page, 'Account');
  await page.getByLabel('Purpose').fill('my bot');
  await press(page, 'Create a token');
  assert((await page.getByLabel('This is the token').inputValue()).length > 20);
  await page.getByRole('button', { name: 'Revoke the token my bot' }).click();
  await press(page, 'Yes');
  await page.getByText('No tokens yet.').waitFor();
  await press(page, 'Log out');
  await page.locator('.who strong', { hasText: 'Guest' }).waitFor();
  await press(page, 'Log in or create an account');
  await page.getByLabel('Name').fill('willie');
  await page.getByLabel('Password').fill('wrong horse battery');
  await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('dialog').getByTestId('message').waitFor();
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.locator('.who strong', { hasText: 'Willie' }).waitFor();
});

/** A part of the account's dialog, unfolded. @param {Page} page @param {string} title */
async function part(page, title) {
  await press(page, 'Account');
  const details = page.getByRole('dialog').locator('details').filter({ has: page.locator('summary', { hasText: title }) });
  await details.locator('summary').click();
  return details;
}

/** Fills in the form of the dialog for those who are not logged in. @param {Page} page @param {Record<string, string>} fields @param {string} kind @param {string} button */
async function enter(page, fields, kind, button) {
  await press(page, 'Log in or create an account');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind }).check();
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

/** @param {Page} page @param {string} name @param {string} password */
const logIn = (page, name, password) => enter(page, { Name: name, Password: password }, 'Log in', 'Log in');

/** @param {Page} page @param {string} name */
const isNamed = (page, name) => page.locator('.who strong', { hasText: name }).waitFor();

test('a password is changed: other devices are logged out at once, and the old one is of no use', async () => {
  const [desk, phone] = await Promise.all([visitor(), visitor()]);
  await register(desk, 'Ruth');
  await logIn(phone, 'Ruth', 'correct horse battery');
  await isNamed(phone, 'Ruth');
  const change = await part(desk, 'Change password');
  await change.getByLabel('Current password').fill('wrong horse battery');
  await change.getByLabel('New password').fill('another horse battery');
  await change.getByRole('button', { name: 'Change password' }).click();
  await desk.getByRole('dialog').getByTestId('message').waitFor();
  await change.getByLabel('Current password').fill('correct horse battery');
  await change.getByRole('button', { name: 'Change password' }).click();
  await desk.getByRole('dialog').getByText('Your password has been changed.').waitFor();
  await isNamed(phone, 'Guest');
  await logIn(phone, 'Ruth', 'correct horse battery');
  await phone.getByRole('dialog').getByTestId('message').waitFor();
  await phone.getByLabel('Password').fill('another horse battery');
  await phone.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
  await isNamed(phone, 'Ruth');
  await desk.keyboard.press('Escape');
  await isNamed(desk, 'Ruth');
});

test('who has forgotten the password sets a new one by a recovery code, once', async () => {
  const page = await visitor();
  await register(page, 'Elbert');
  const recovery = await part(page, 'Recovery codes');
  await recovery.getByText('You have no recovery codes.').waitFor();
  await recovery.getByLabel('Password').fill('correct horse battery');
  await recovery.getByRole('button', { name: 'Create new codes' }).click();
  const codes = recovery.locator('.codes li');
  await codes.first().waitFor();
  const [code] = await codes.allTextContents();
  await recovery.getByText(`You have ${await codes.count()} recovery codes left.`).waitFor();
  await press(page, 'Log out');
  await isNamed(page, 'Guest');
  const fields = { Name: 'Elbert', 'Recovery code': String(code), 'New password': 'another horse battery' };
  await enter(page, fields, 'Use a recovery code', 'Set new password');
  await isNamed(page, 'Elbert');
  await press(page, 'Account');
  await press(page, 'Log out everywhere');
  await isNamed(page, 'Guest');
  await enter(page, fields, 'Use a recovery code', 'Set new password');
  await page.getByRole('dialog').getByTestId('message').waitFor();
  await page.keyboard.press('Escape');
  await logIn(page, 'Elbert', 'another horse battery');
  await isNamed(page, 'Elbert');
});

test('an account is deleted: its games in progress are given up, and its name is gone', async () => {
  const [gone, stays] = await Promise.all([visitor(), visitor()]);
  await register(gone, 'Fleeting');
  await pair(gone, stays);
  await make(gone, '11-15');
  await make(stays, '23-19');
  await gone.goto(`${world.server.address}/#/online`);
  const end = await part(gone, 'Delete account');
  await end.getByLabel('Password').fill('wrong horse battery');
  await end.getByRole('button', { name: 'Delete my account for good' }).click();
  await gone.getByRole('dialog').getByTestId('message').waitFor();
  await end.getByLabel('Password').fill('correct horse battery');
  await end.getByRole('button', { name: 'Delete my account for good' }).click();
  await isNamed(gone, 'Guest');
  await headline(stays, 'White wins: Black resigned.');
  await logIn(gone, 'Fleeting', 'correct horse battery');
  await gone.getByRole('dialog').getByTestId('message').waitFor();
});

test('a first visit asks for nothing that is refused', async () => {
  /** @type {string[]} */
  const refused = [];
  const page = await world.visit('/#/online', {}, async (page) => void page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url())));
  await page.locator('.who strong', { hasText: 'Guest' }).waitFor();
  const name = await page.locator('.who strong').textContent();
  await page.reload();
  await page.locator('.who strong', { hasText: name ?? '' }).waitFor();
  assert.deepEqual(refused, []);
});

test('who stays is told that the opponent has left, and claims the win after a fair time', { timeout: 120_000 }, async () => {
  const { black, white } = await players();
  await make(black, '11-15');
  await make(white, '23-19');
  await black.context().close();
  const away = white.getByRole('group', { name: 'away' });
  await away.getByText('You may claim it in').waitFor({ timeout: 20_000 });
  await away.getByRole('button', { name: 'Claim the win' }).click({ timeout: 60_000 });
  await headline(white, /^White wins/);
  await away.waitFor({ state: 'detached' });
});

test('who comes back can be claimed against no more', { timeout: 60_000 }, async () => {
  const { black, white, id } = await players();
  await make(black, '11-15');
  await make(white, '23-19');
  // Whoever is elsewhere is told by the title and the icon of the tab.
  await white.getByRole('link', { name: 'Games', exact: true }).click();
  await black.goto('about:blank');
  await white.waitForFunction(() => /left the game\. – Crownhead$/.test(document.title), null, { timeout: 20_000 });
  await white.locator('link[rel="icon"][href*="icon-badge"]').waitFor({ state: 'attached' });
  await white.goBack();
  const away = white.getByRole('group', { name: 'away' });
  await away.waitFor({ timeout: 20_000 });
  await black.goto(`${world.server.address}/#/game/${id}`);
  await away.waitFor({ state: 'detached' });
});

test('who is online is shown in the lobby, and the best on the leaderboard', async () => {
  const [page, other] = await Promise.all([visitor(), visitor()]);
  await register(other, 'Present');
  const online = page.locator('section', { has: page.getByRole('heading', { name: 'Who is online' }) });
  await online.getByRole('link', { name: 'Present' }).waitFor();
  await other.context().close();
  await online.getByRole('link', { name: 'Present' }).waitFor({ state: 'detached', timeout: 20_000 });
  await online.getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByText('Nobody has played enough rated games yet.').waitFor();
  const leader = (/** @type {string} */ name, /** @type {number} */ rating) => ({
    person: { id: name, name, rating, guest: false },
    rating: { rating, deviation: 50, provisional: false, games: 48 },
  });
  await page.route('**/api/online/leaderboard', (route) => route.fulfill({ json: { players: [leader('Tinsley', 2812), leader('Long', 2790)] } }));
  await page.reload();
  await page.getByRole('row', { name: '1 Tinsley 2812 48' }).waitFor();
  await page.getByRole('row', { name: '2 Long 2790 48' }).waitFor();
});

test('the game goes on when the server was killed: a move that was not answered is sent again', async () => {
  const own = await World.open();
  try {
    const { black, white } = await players({}, own);
    await make(black, '11-15');
    await make(white, '22-18');
    await headline(black, 'Your move');
    await own.server.kill();
    await black.getByText('Reconnecting …').waitFor();
    await click(black, 15, 22);
    await black.getByText('Your move is sent as soon as the connection is back.').waitFor();
    await own.server.start();
    for (const page of [black, white]) await moves(page, 3);
    await black.getByText('Reconnecting …').waitFor({ state: 'detached' });
    await make(white, '25x18');
    await black.reload();
    await moves(black, 4);
    await black.keyboard.press('Home');
    await holds(black, 11, 'black man');
    await black.keyboard.press('ArrowRight');
    await holds(black, 15, 'black man');
    await black.keyboard.press('End');
    await make(black, '12-16');
    await moves(white, 5);
  } finally {
    await own.close();
  }
});

test('the lobby says in which games it is my turn, and for how long', async () => {
  const { black, white } = await players({ clock: { base_ms: 3 * 86_400_000, per_move: true } });
  for (const page of [black, white]) await page.evaluate(() => (location.hash = '#/online'));
  const own = (/** @type {Page} */ page) => page.locator('.own');
  await own(black).filter({ hasText: 'Your move' }).filter({ hasText: /(3 d 0|2 d 23) h/ }).waitFor();
  await own(white).filter({ hasText: 'Your opponent’s move' }).waitFor();
  await own(black).getByRole('link').click();
  await make(black, '11-15');
  await own(white).filter({ hasText: 'Your move' }).filter({ hasText: /(3 d 0|2 d 23) h/ }).waitFor();
  // After a reload nothing is open, and the lobby knows all the same.
  await white.reload();
  await own(white).filter({ hasText: 'Your move' }).filter({ hasText: /(3 d 0|2 d 23) h/ }).waitFor();
});

test('when the network goes the board stays, and the game goes on when it is back', async () => {
  const { black, white } = await players();
  await white.context().setOffline(true);
  await white.getByText('Reconnecting').first().waitFor();
  assert.equal(await white.locator('.board').isVisible(), true);
  await make(black, '11-15');
  await white.context().setOffline(false);
  await moves(white, 1);
});

test('a code is understood as it is read out, and a wrong one can be typed again', async () => {
  const [anna, bob] = await Promise.all([visitor(), visitor()]);
  const { code } = await ask(anna, 'challenges', { settings: { side: 'black' } });
  await bob.getByLabel('Do you have a code?').fill('zzz zzz');
  await press(bob, 'Go');
  await says(bob, /There is no such offer/);
  await bob.getByLabel('Do you have a code?').fill(`${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase());
  await press(bob, 'Go');
  await press(bob, 'Accept');
  await headline(bob, /opponent/);
});
