// A server, a browser, and hands to play with.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Server } from './server.js';
import { Site } from './site.js';

/** @typedef {import('playwright-core').Page} Page */

const paths = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** A page that is not fetched from the server counts as foreign, and may not talk to this machine otherwise. */
const foreign = '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets';

export const dist = join(import.meta.dirname, '../../dist');

export class World {
  /** What the page comes from: a real server, or a host of files alone. @type {Server | Site} */
  host = new Server();
  /** @type {import('playwright-core').Browser} */
  // @ts-expect-error set by launch()
  browser;
  /** What must not happen on any page. @type {string[]} */
  faults = [];

  /** @param {string[]} more what the server is told besides */
  static async open(...more) {
    const world = new World();
    world.server.more = more;
    await Promise.all([world.server.start(), world.launch()]);
    return world;
  }

  /** A world without a server: the page that was built last, as files. */
  static async ofFiles() {
    const world = new World();
    world.host = new Site(process.env.PAGE ?? dist);
    await Promise.all([world.host.start(), world.launch()]);
    return world;
  }

  get server() {
    assert(this.host instanceof Server, 'there is a server in this world');
    return this.host;
  }

  async launch() {
    const executablePath = paths.find((path) => path && existsSync(path));
    assert(executablePath, 'Chromium is needed for these tests: apt-get install chromium, or name it in CHROMIUM');
    this.browser = await chromium.launch({ executablePath, args: process.env.PAGE_FROM_DIST ? [...flags, foreign] : flags });
  }

  /**
   * A page of a fresh visitor. Errors in the page, requests to elsewhere and breaches of the policy are noted.
   * @param {string} path
   * @param {import('playwright-core').BrowserContextOptions} [options]
   * @param {(page: Page) => Promise<unknown>} [prepare] what is to be done before the page is opened
   */
  async visit(path = '/', options = {}, prepare) {
    // What a test does to requests has to reach all of them, so nothing comes from a service worker unless it is asked for.
    const usual = /** @type {const} */ ({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
    const context = await this.browser.newContext({ ...usual, ...options });
    if (process.env.PAGE_FROM_DIST) await context.route(/^(?!.*\/api\/)/, fromDist);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.faults.push(`error in the page: ${error.message}`));
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/.test(message.text())) this.faults.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.host.address) && !/^(data|blob):/.test(url)) this.faults.push(`request to ${url}`);
    });
    await prepare?.(page);
    await page.goto(this.host.address + path);
    await page.locator('main > *').first().waitFor();
    return page;
  }

  /**
   * Begins a game of one's own and shows it.
   * @param {OwnGame} game
   * @param {string} [view]
   * @param {import('playwright-core').BrowserContextOptions} [options]
   * @param {(page: Page) => Promise<unknown>} [prepare]
   */
  async play(game, view = 'play', options = {}, prepare) {
    const page = await this.visit('/#/play', options, prepare);
    await begin(page, game);
    if (view !== 'play') await page.goto(`${this.host.address}/#/${view}`);
    return { page };
  }

  /** Closes all pages; the browser stays. */
  async tidy() {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  async close() {
    await this.browser?.close();
    await this.host.close();
    assert.deepEqual(this.faults, []);
  }
}

/**
 * Serves the page that was built last in place of the one inside the program, to try a change of the page quickly.
 * @param {import('playwright-core').Route} route
 */
function fromDist(route) {
  const { pathname } = new URL(route.request().url());
  return route.fulfill({ path: join(dist, pathname === '/' ? 'index.html' : pathname) });
}

/**
 * @typedef {object} OwnGame
 * @property {'computer' | 'two'} kind
 * @property {number} [level]
 * @property {'black' | 'white'} [side]
 * @property {string} [clock] as the dialog has it
 * @property {string} [fen]
 * @property {string} [rules]
 */

/** An engine that comes when it is let go, so that the computer thinks as long as it takes to do something meanwhile. */
export function lateEngine() {
  /** @type {() => void} */
  let letGo = () => {};
  const isAwaited = new Promise((done) => void (letGo = () => done(undefined)));
  const prepare = (/** @type {Page} */ page) =>
    page.context().route(/engine-.*\.wasm$/, async (route) => {
      await isAwaited;
      await route.fallback();
    });
  return { prepare, letGo };
}

/** Begins a game as a person does: with the dialog, or on the board for setting up. @param {Page} page @param {OwnGame} game */
export async function begin(page, { kind, level = 1, side = 'black', clock = 'none', fen, rules }) {
  if (fen) {
    const settings = JSON.stringify({ level, side });
    await page.evaluate((settings) => localStorage.setItem('crownhead.settings', settings), settings);
    await page.goto(new URL('/#/setup', page.url()).href);
    await page.reload();
    await page.getByLabel('As FEN').fill(fen);
    await page.getByRole('button', { name: kind === 'two' ? 'Pass and play' : 'Play the computer' }).click();
  } else {
    await page.getByRole('button', { name: 'New game', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: kind === 'two' ? 'Pass and play' : 'Against the computer' }).check();
    if (kind === 'computer') {
      await dialog.getByLabel('Level').selectOption(String(level));
      await dialog.getByRole('radio', { name: side === 'black' ? 'Black, moves first' : 'White' }).check();
    }
    await dialog.getByLabel('Clock').selectOption(clock);
    if (rules) await dialog.getByLabel('Rules').selectOption(rules);
    await dialog.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.locator('[data-side] strong').first().waitFor();
}

/** Chooses something from the menu of a game. @param {Page} page @param {string} name */
export async function more(page, name) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('group', { name: 'More' }).getByRole('button', { name }).click();
}

/** @param {Page} page @param {number} number */
export const square = (page, number) => page.locator(`.board [data-square="${number}"]`);

/** Clicks on squares, one after the other. @param {Page} page @param {...number} squares */
export async function click(page, ...squares) {
  for (const number of squares) await square(page, number).click();
}

/** Is this piece there? @param {Page} page @param {number} number @param {string} what as a screen reader has it */
export async function holds(page, number, what) {
  const label = new RegExp(`^${number}, ${what}`);
  await page.locator(`.board [data-square="${number}"]`).and(page.getByRole('gridcell', { name: label })).waitFor();
}

/** The middle of a square on the screen. @param {Page} page @param {number} number */
export async function middle(page, number) {
  const box = await square(page, number).boundingBox();
  assert(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until the page says something. @param {Page} page @param {RegExp | string} what */
export const says = (page, what) => page.getByTestId('message').filter({ hasText: what }).waitFor();
