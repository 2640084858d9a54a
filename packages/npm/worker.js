// The engine's thread. It thinks in slices, and between two of them hears what else is wanted.

import { CheckersError, Module, compile, isNode } from './module.js';

/** Milliseconds. */
const SLICE = 100;

const port = isNode ? (await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads')).parentPort : globalThis;
const orders = [];
const questions = new Map();
let engine = null;

// Nothing is lost that comes while the module is loaded.
const listen = (order) => {
  orders.push(order);
  if (engine) obey();
};
if (isNode) port.on('message', listen);
else port.onmessage = ({ data }) => listen(data);

engine = new Module(await compile('engine'));
obey();

function obey() {
  for (const order of orders.splice(0)) {
    if ('stop' in order) questions.get(order.stop)?.end();
    else void answer(order);
  }
}

/** Answers a question, in slices between which others have their turn. */
async function answer({ id, request }) {
  let isStopped = false;
  questions.set(id, { end: () => (isStopped = true) });
  try {
    const inSlices = request.type === 'think';
    let found = engine.ask(inSlices ? { ...request, request: id, slice: SLICE } : request);
    while (found.is_done === false && !isStopped) {
      port.postMessage({ id, answer: found, isLast: false });
      await turn();
      found = isStopped ? found : engine.ask({ type: 'go_on', request: id, slice: SLICE });
    }
    if (found.is_done === false) engine.ask({ type: 'leave', request: id });
    port.postMessage({ id, answer: found, isLast: true });
  } catch (error) {
    const { code = 'crashed', message, why } = error instanceof CheckersError ? error : { message: String(error) };
    // A module that has crashed answers nothing any more.
    port.postMessage({ id: code === 'crashed' ? null : id, error: { code, message, why } });
  } finally {
    questions.delete(id);
  }
}

/** Lets messages in that have come meanwhile. */
function turn() {
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });
}
