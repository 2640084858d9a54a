// Runs both modules in Node: the same search as everywhere, a clock from outside, and what a page asks.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

const folder = process.env.WASM;
const [rules, engine] = await Promise.all([load('rules.wasm'), load('engine.wasm')]);

/** A function that answers requests. */
async function load(name) {
  let [why, time] = ['', 0];
  // A clock that goes on by a millisecond each time somebody looks at it, so that every run is the same.
  const host = { now: () => ++time, panicked: (at, length) => void (why = text(at, length)) };
  const { instance } = await WebAssembly.instantiate(await readFile(`${folder}/${name}`), { host });
  const { memory, request, answer, answer_len } = instance.exports;
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  return (question) => {
    const bytes = new TextEncoder().encode(typeof question === 'string' ? question : JSON.stringify(question));
    const at = request(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, at);
    try {
      const place = answer();
      return JSON.parse(text(place, answer_len()));
    } catch (error) {
      throw new Error(why || String(error), { cause: error });
    }
  };
}

test('the rules know the moves of a position', () => {
  const { fen, moves } = rules({ type: 'position', fen: 'B:W18,32:B15,1' });
  assert.equal(fen, 'B:W18,32:B1,15');
  assert.deepEqual(moves.map((move) => move.text), ['15x22']);
});

test('what is wrong with a request is an answer', () => {
  for (const module of [rules, engine]) {
    assert.equal(module('{"type":').error.code, 'bad_request');
    assert.equal(module('\u0000é').error.code, 'bad_request');
  }
  assert.equal(rules({ type: 'position', fen: 'W:W99' }).error.code, 'bad_fen');
  assert.equal(rules({ type: 'line', moves: ['1-32'] }).error.code, 'bad_move');
});

test('the search visits the same nodes as everywhere', () => {
  assert.equal(engine({ type: 'bench', depth: 17 }).nodes, 655_581);
});

test('vectors and plain code give the same numbers', () => {
  const { positions, different } = engine({ type: 'compare' });
  assert.ok(positions > 500);
  assert.equal(different, 0);
});

test('a search ends by the clock of the host', () => {
  const ask = { type: 'lines', count: 3, limits: { milliseconds: 100 } };
  const { is_done, best, report } = engine({ type: 'think', request: 7, ask });
  assert.ok(is_done && best.route.length === 2);
  assert.equal(report.request, 7);
  assert.equal(report.lines.length, 3);
  assert.ok(report.milliseconds >= 90 && report.milliseconds <= 100);
});

test('slices go on where the last one ended', () => {
  engine({ type: 'forget' });
  const ask = { type: 'lines', count: 2, limits: { depth: 15 } };
  const depths = [];
  let answer = engine({ type: 'think', ask, slice: 10 });
  while (answer.is_done === false) {
    depths.push(answer.report.depth);
    answer = engine({ type: 'go_on', slice: 10 });
  }
  assert.ok(depths.length > 5 && depths.every((depth, i) => i === 0 || depth >= depths[i - 1]), depths.join());
  assert.equal(answer.report.depth, 15);
});

test('every level has a move', () => {
  for (let level = 1; level <= 10; level++) {
    const ask = { type: 'move', strength: `level ${level}`, seed: 3 };
    assert.ok(engine({ type: 'think', ask, game: { moves: ['11-15'] } }).best.text);
  }
});

test('endings are known', () => {
  const game = { fen: 'W:WK18,K22:BK3' };
  const { verdict, moves } = engine({ type: 'verdicts', game });
  assert.deepEqual(verdict, { value: 'win', plies: 7 });
  assert.ok(moves.every((move) => move.verdict));
  const { report } = engine({ type: 'think', game, ask: { type: 'lines', count: 1 } });
  assert.equal(report.lines[0].score.ends_in, 7);
});

test('a game is judged move by move', () => {
  const game = { moves: ['11-15', '22-18', '15x22', '25x18', '8-11', '18-14'] };
  const judged = [];
  let answer = engine({ type: 'review', request: 9, game, milliseconds: 20, slice: 5 });
  while (answer.is_done === false) {
    if (answer.judged) judged.push(answer.judged);
    answer = engine({ type: 'go_on', request: 9, slice: 5 });
  }
  judged.push(answer.judged);
  assert.deepEqual(judged.map((move) => move.move.text), game.moves);
  assert.equal(answer.summary.graph.length, game.moves.length + 1);
});

test('a panic says why', async () => {
  const module = await load('engine.wasm');
  assert.throws(() => module({ type: 'panic' }), /it was asked to/);
});
