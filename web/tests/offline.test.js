// The page without a server: after one visit, and from a plain host.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Site } from './support/site.js';
import { World } from './support/world.js';

/** @typedef {import('playwright-core').Page} Page */

const world = new World();
before(() => world.launch());
afterEach(() => world.tidy());
after(async () => {
  await world.browser.close();
  await world.server.close();
  assert.deepEqual(world.faults, []);
});

/** Opens a page and waits until its files are kept. @param {string} address */
async function visit(address) {
  const context = await world.browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/.test(message.text())) world.faults.push(message.text());
  });
  await page.goto(address);
  await isDrawn(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return page;
}

/** @param {Page} page */
async function isDrawn(page) {
  await page.locator('header').first().waitFor();
  await page.locator('.board [data-square="11"]').first().waitFor();
}

/** Names of what is kept in the browser. @param {Page} page */
const kept = (page) =>
  page.evaluate(async () => {
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found[name] = requests.map((request) => new URL(request.url).pathname);
    }
    return found;
  });

test('after one visit the page opens with no network and no server', async () => {
  await world.server.start();
  const page = await visit(world.server.address);
  const files = Object.values(await kept(page)).flat();
  assert.ok(files.includes('/'));
  assert.ok(files.some((file) => /rules.*\.wasm$/.test(file)), `${files}`);
  assert.deepEqual(files.filter((file) => /^\/(api|mcp)/.test(file)), []);
  await world.server.kill();
  await page.context().setOffline(true);
  await page.reload();
  await isDrawn(page);
  const missing = await page.evaluate(async (files) => {
    const answers = await Promise.all(files.map((file) => fetch(file).then(({ ok }) => ok, () => false)));
    return files.filter((_, index) => !answers[index]);
  }, files);
  assert.deepEqual(missing, []);
  const other = await page.context().newPage();
  await other.goto(`${world.server.address}/#/learn`);
  await other.locator('header').first().waitFor();
});

test('the server sends what a browser needs to keep and to install the page', async () => {
  await world.server.start();
  const { address } = world.server;
  const head = async (/** @type {string} */ path) => (await fetch(address + path)).headers;
  for (const path of ['/', '/sw.js', '/manifest.webmanifest']) assert.equal((await head(path)).get('cache-control'), 'no-cache', path);
  assert.match((await head('/sw.js')).get('content-type') ?? '', /^text\/javascript/);
  assert.equal((await head('/manifest.webmanifest')).get('content-type'), 'application/manifest+json');
  const manifest = await (await fetch(`${address}/manifest.webmanifest`)).json();
  for (const { src, type } of manifest.icons) assert.equal((await head(`/${src}`)).get('content-type'), type);
  // One address for the page, beside which its files lie.
  assert.equal((await fetch(`${address}/some/where`)).url, `${address}/`);
});

test('a plain host can serve it from any folder', async () => {
  const host = await Site.open('/games/checkers/');
  const page = await visit(host.address);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope), host.address);
  await host.close();
  await page.reload();
  await isDrawn(page);
});

test('a new version waits until the old one is closed, and then the old files are gone', async () => {
  const host = await Site.open('/');
  const page = await visit(host.address);
  const [first = ''] = Object.keys(await kept(page));
  const title = '<title>Another</title>';
  host.change = (name, content) => {
    if (name === 'index.html') return content.toString().replace(/<title>.*<\/title>/, title);
    return name === 'sw.js' ? content.toString().replace(first.split(' ')[1] ?? '', 'another') : content;
  };
  // The worker of the page is the one it was opened with, until the tab is closed.
  await page.reload();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const found = registration.installing;
    if (found) await new Promise((resolve) => found.addEventListener('statechange', resolve, { once: true }));
    if (!registration.waiting) throw new Error('no version waits');
  });
  assert.doesNotMatch(await markup(page), /Another/);
  await page.reload();
  assert.doesNotMatch(await markup(page), /Another/);

  const context = page.context();
  await page.close();
  const later = await context.newPage();
  await later.goto(host.address);
  await later.waitForFunction(async () => (await caches.keys()).join() === 'crownhead another');
  await later.reload();
  assert.match(await markup(later), /Another/);
  await host.close();
});

/** The page as it is kept. @param {Page} page */
const markup = (page) => page.evaluate(async () => (await fetch('./')).text());
