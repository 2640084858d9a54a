// Runs the engine as a WebAssembly module: the same search as everywhere, and a clock from outside.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const [module, depth, nodes] = process.argv.slice(2);
const host = { now: () => performance.now() };
const { instance } = await WebAssembly.instantiate(await readFile(module), { host });
const { bench_nodes, first_move } = instance.exports;

assert.equal(bench_nodes(Number(depth)), BigInt(nodes), 'the search visits the same nodes');
const move = first_move(100n);
assert.ok(move >= 905 && move <= 1216, `a first move of Black, not ${move}`);
console.log('2 passed, 0 failed');
