// A server, a browser, and hands to play with.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Server } from './server.js';

/** @typedef {import('playwright-core').Page} Page */

const paths = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
// A page that is not fetched from the server counts as foreign, and may not talk to this machine otherwise.
if (process.env.PAGE_FROM_DIST) flags.push('--disable-features=LocalNetworkAccessChecks');

export class World {
  server = new Server();
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

  async launch() {
    const executablePath = paths.find((path) => path && existsSync(path));
    assert(executablePath, 'Chromium is needed for these tests: apt-get install chromium, or name it in CHROMIUM');
    this.browser = await chromium.launch({ executablePath, args: flags });
  }

  /**
   * A page of a fresh visitor. Errors in the page, requests to elsewhere and breaches of the policy are noted.
   * @param {string} path
   * @param {import('playwright-core').BrowserContextOptions} [options]
   * @param {(page: Page) => Promise<unknown>} [prepare] what is to be done before the page is opened
   */
  async visit(path = '/', options = {}, prepare) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.faults.push(`error in the page: ${error.message}`));
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/.test(message.text())) this.faults.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.server.address) && !/^(data|blob):/.test(url)) this.faults.push(`request to ${url}`);
    });
    await prepare?.(page);
    if (process.env.PAGE_FROM_DIST) await page.route(/^(?!.*\/api\/)/, fromDist);
    await page.goto(this.server.address + path);
    await page.locator('main > *').first().waitFor();
    return page;
  }

  /**
   * Begins a game and opens it.
   * @param {object} spec
   * @param {string} [view]
   * @param {import('playwright-core').BrowserContextOptions} [options]
   * @param {(page: Page) => Promise<unknown>} [prepare]
   */
  async play(spec, view = 'play', options = {}, prepare) {
    const game = await this.server.ask('games', spec);
    const page = await this.visit(`/#/${view}?game=${game.id}`, options, prepare);
    await page.locator('[data-side] strong').first().waitFor();
    return { page, id: /** @type {string} */ (game.id) };
  }

  /** Closes all pages; the browser stays. */
  async tidy() {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  async close() {
    await this.browser?.close();
    await this.server.close();
    assert.deepEqual(this.faults, []);
  }
}

const dist = join(import.meta.dirname, '../../dist');

/**
 * Serves the page that was built last in place of the one inside the program, to try a change of the page quickly.
 * @param {import('playwright-core').Route} route
 */
function fromDist(route) {
  const { pathname } = new URL(route.request().url());
  return route.fulfill({ path: join(dist, pathname === '/' ? 'index.html' : pathname) });
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

/** Waits until the page says something. @param {Page} page @param {RegExp} what */
export const says = (page, what) => page.getByTestId('message').filter({ hasText: what }).waitFor();
