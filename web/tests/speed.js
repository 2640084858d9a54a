// How fast the engine is in the browser: a budget, with figures for everything that counts.

import { EnginePage } from './support/engine.js';

const BUDGET = { 'nodes per second': 1_000_000, 'level 10': 1500, 'stop': 250 };

const own = await EnginePage.open();
const figures = await own.page.evaluate(async () => {
  const { engine } = /** @type {any} */ (window).client;
  const began = performance.now();
  await engine.move({}, { level: 1 }).found;
  const ready = performance.now() - began;
  const speeds = [];
  for (let i = 0; i < 3; i++) {
    const { nodes, milliseconds } = await engine.ask({ type: 'bench', depth: 17 }).found;
    speeds.push((1000 * nodes) / milliseconds);
  }
  // A position of the middle game, which is not in the book.
  const game = { fen: 'B:W17,18,19,21,23,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,16' };
  await engine.forget().found;
  const before = performance.now();
  await engine.move(game, { level: 10 }).found;
  const level = performance.now() - before;
  const stops = [];
  let depth = 0;
  for (let i = 0; i < 10; i++) {
    const analysis = engine.analyze(game, 3, (/** @type {any} */ report) => void (depth = report.depth));
    await new Promise((resolve) => setTimeout(resolve, 700 + 37 * i));
    const stopped = performance.now();
    analysis.stop();
    // Whatever is asked next is heard when the slice is over.
    await engine.verdicts({}).found;
    stops.push(performance.now() - stopped);
  }
  return { ready, speed: Math.max(...speeds), level, stop: Math.max(...stops), depth };
});
await own.close();

console.log(`the first move after      ${figures.ready.toFixed(0)} ms, the worker and the module included`);
console.log(`nodes per second          ${Math.round(figures.speed).toLocaleString('en')} (at least ${BUDGET['nodes per second'].toLocaleString('en')})`);
console.log(`level 10 moves after      ${figures.level.toFixed(0)} ms (at most ${BUDGET['level 10']})`);
console.log(`a stop is heard after     ${figures.stop.toFixed(0)} ms at most (at most ${BUDGET['stop']})`);
console.log(`an analysis of 1 s        ${figures.depth} plies deep, with three lines`);
if (figures.speed < BUDGET['nodes per second'] || figures.level > BUDGET['level 10'] || figures.stop > BUDGET['stop']) {
  console.error('over the budget');
  process.exit(1);
}
