// The package in Chromium, served as plain files: a game, a file and the engine in a worker.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import test from 'node:test';

// The page's own tests have the driver.
const { chromium } = createRequire(new URL('../../../web/package.json', import.meta.url))('playwright-core');
const folder = new URL('..', import.meta.url);
const kinds = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

const server = createServer(async ({ url }, answer) => {
  const headers = { 'Content-Type': kinds[url.split('.').at(-1)] ?? 'text/html', 'Content-Security-Policy': policy };
  try {
    answer.writeHead(200, headers).end(url === '/' ? '<!doctype html>' : await readFile(new URL(`.${url}`, folder)));
  } catch {
    answer.writeHead(404).end();
  }
});

test('the package works in a browser', async () => {
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const found = await page.evaluate(async () => {
      const { Checkers, Engine } = await import('/index.js');
      const game = Checkers.fromPdn('1. 11-15 22-18 *');
      const engine = new Engine();
      const move = await engine.play(game, { level: 1 });
      const report = await engine.analyze(game, { lines: 1, depth: 5 });
      engine.close();
      return { moves: game.moves(), move: move.text, depth: report.depth };
    });
    assert.deepEqual(found, { moves: ['15x22'], move: '15x22', depth: found.depth });
    assert.ok(found.depth >= 1);
  } finally {
    await browser.close();
    server.close();
  }
});
