// The engine in the browser: a worker, a module, and what the page asks of them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EnginePage } from './support/engine.js';

/** @type {EnginePage} */
let own;
before(async () => void (own = await EnginePage.open()));
after(async () => {
  await own.close();
  assert.deepEqual(own.world.faults, []);
});

/** The engine's client as the page has it, in the page. */
const game = { moves: ['11-15', '23-19'] };

test('a level moves, and a game that is over has no move', async () => {
  const found = await own.page.evaluate(async (game) => {
    const { engine } = /** @type {any} */ (window).client;
    const over = { fen: 'B:W15:B11', moves: ['11x18'] };
    const asked = [engine.move(game, { level: 3, seed: 1 }), engine.move(over, { level: 3 })];
    return Promise.all(asked.map((asked) => asked.found));
  }, game);
  assert.match(found[0].best.text, /^\d+-\d+$/);
  assert.deepEqual([found[1].is_done, found[1].best], [true, undefined]);
});

test('an analysis only gets deeper, gives way to others, and stops', async () => {
  const { depths, between, last } = await own.page.evaluate(async (game) => {
    const { engine } = /** @type {any} */ (window).client;
    /** @type {number[]} */
    const depths = [];
    /** @type {(value: unknown) => void} */
    let enough = () => {};
    const heard = new Promise((resolve) => void (enough = resolve));
    const analysis = engine.analyze(game, 2, (/** @type {any} */ report) => {
      depths.push(report.depth);
      if (depths.length === 8) enough(null);
    });
    const between = await engine.verdicts({ fen: 'W:WK18,K22:BK3' }).found;
    await heard;
    analysis.stop();
    return { depths, between, last: await analysis.found };
  }, game);
  assert.deepEqual(between.verdict, { value: 'win', plies: 7 });
  assert.deepEqual(depths, [...depths].sort((a, b) => a - b));
  assert.equal(last.report.lines.length, 2);
});

test('a game is reviewed', async () => {
  const { told, summary } = await own.page.evaluate(async (game) => {
    const { engine } = /** @type {any} */ (window).client;
    /** @type {string[]} */
    const told = [];
    const summary = await engine.review(game, 20, (/** @type {any} */ judged) => told.push(judged.move.text)).found;
    return { told, summary };
  }, game);
  assert.deepEqual(told, game.moves);
  assert.equal(summary.graph.length, 3);
});

test('what is wrong with a question is told to whoever asked it', async () => {
  const code = await own.page.evaluate(async () => {
    const { engine } = /** @type {any} */ (window).client;
    return engine.verdicts({ fen: 'nonsense' }).found.catch((/** @type {any} */ error) => error.code);
  });
  assert.equal(code, 'bad_fen');
});

test('after a crash the engine is there again, and other questions are answered', async () => {
  const { why, answers } = await own.page.evaluate(async (game) => {
    const { engine, Crashed } = /** @type {any} */ (window).client;
    const crash = engine.ask({ type: 'panic' });
    const asked = [engine.move(game, { level: 2 }), engine.move(game, { level: 4 })];
    const why = await crash.found.catch((/** @type {any} */ error) => error instanceof Crashed && error.message);
    const answers = await Promise.all(asked.map((asked) => asked.found));
    return { why, answers };
  }, game);
  assert.match(why, /it was asked to/);
  assert.ok(answers.every((answer) => answer.best));
});
