// The package in Node: what its README shows, and what it promises.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'node:test';

import { Checkers, CheckersError, Engine, ballots, listPdn, openings } from 'crownhead';

const folder = new URL('..', import.meta.url);

test('every example of the README runs', async () => {
  const readme = await readFile(new URL('README.md', folder), 'utf8');
  const examples = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  assert.equal(examples.length, 4);
  for (const [i, code] of examples.entries()) {
    const file = new URL(`test/example-${i}.mjs`, folder);
    await writeFile(file, code);
    try {
      // It ends by itself: no thread is left behind.
      const { stdout } = await promisify(execFile)(process.execPath, [file.pathname], { timeout: 60_000 });
      assert.notEqual(stdout, '', code);
    } finally {
      await rm(file);
    }
  }
});

test('a game is played, taken back and written down', () => {
  const game = new Checkers();
  assert.equal(game.moves().length, 7);
  game.move('11-15');
  game.move('22-18');
  assert.deepEqual(game.moves({ verbose: true })[0].route, [15, 22]);
  assert.deepEqual(game.move('1522').captured, [18]);
  assert.equal(game.undo().text, '15x22');
  assert.deepEqual(game.history(), ['11-15', '22-18']);
  const again = Checkers.fromPdn(game.pdn({ Black: 'Ann' }));
  assert.equal(again.fen(), game.fen());
  assert.match(game.pdn({ Black: 'Ann' }), /\[Black "Ann"\]/);
  assert.match(game.svg(), /^<svg/);
  assert.equal(game.ascii().split('\n')[0], '. b . b . b . b');
  game.reset();
  assert.equal(game.undo(), null);
});

test('games do not disturb each other', () => {
  const [one, two] = [new Checkers(), new Checkers('W:W18,32:B15,1')];
  one.move('9-13');
  assert.deepEqual(two.moves(), ['18x11']);
  assert.equal(one.turn(), 'white');
});

test('repetitions and wins end a game', () => {
  const kings = new Checkers('B:WK32:BK1');
  for (let i = 0; i < 2; i++) for (const move of ['1-6', '32-28', '6-1', '28-32']) kings.move(move);
  assert.deepEqual(kings.result(), { reason: 'repetition' });
  const won = new Checkers('B:W18:B14');
  won.move('14x23');
  assert.equal(won.isGameOver(), true);
  assert.equal(won.result().winner, 'black');
  assert.throws(() => won.move('1-5'), CheckersError);
});

test('what is wrong has a code', () => {
  const code = (act) => {
    try {
      act();
    } catch (error) {
      return error.code;
    }
    return 'nothing';
  };
  assert.equal(code(() => new Checkers('W:W99')), 'bad_fen');
  assert.equal(code(() => new Checkers(undefined, { rules: 'mine' })), 'bad_rules');
  assert.equal(code(() => new Checkers().move('1-32')), 'bad_move');
  assert.equal(code(() => Checkers.fromPdn('')), 'bad_pdn');
});

test('there are ballots, openings and files', () => {
  assert.equal(ballots().length, 174);
  assert.ok(openings().some(({ name }) => name === 'Single Corner'));
  const { games, faults } = listPdn('1. 11-15 * 1. 11-15 99-1 *');
  assert.deepEqual([games.length, faults.length], [1, 1]);
});

test('the engine answers many at once, stops when asked, and refuses nonsense', async () => {
  const engine = new Engine();
  const stop = new AbortController();
  const depths = [];
  const endless = engine.analyze(new Checkers(), {
    depth: 99,
    signal: stop.signal,
    onReport: ({ depth }) => {
      depths.push(depth);
      stop.abort();
    },
  });
  const [move, known] = await Promise.all([engine.play('W:W18,32:B15,1', { level: 1 }), engine.verdicts('W:WK18,K22:BK3')]);
  assert.equal(move.text, '18x11');
  assert.deepEqual(known.verdict, { value: 'win', plies: 7 });
  assert.ok((await endless).lines[0].moves.length > 0 && depths.length > 0);
  await assert.rejects(engine.play('nonsense'), { code: 'bad_fen' });
  const waiting = engine.analyze(new Checkers(), { depth: 99 });
  engine.close();
  await assert.rejects(waiting, { code: 'closed' });
  assert.ok(await engine.play(new Checkers(), { level: 2 }), 'it starts again');
  engine.close();
});
