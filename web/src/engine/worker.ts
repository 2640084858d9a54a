// The engine on a thread of its own. It thinks in slices, and between two of them hears what the page wants.

import url from '../../wasm/engine.wasm?url';
import { Module, Refused } from './module';
import type { Answer, Order, Question, Told } from './words';

/** Milliseconds: the first slices are short, so that there is something to show at once. */
const FIRST_SLICE = 20;
const SLICE = 150;

interface Waiting extends Question {
  /** Does the module know it? */
  isBegun: boolean;
  slice: number;
}

const waiting: Waiting[] = [];
let module: Module | null = null;

// A message to oneself comes after those that have come meanwhile.
const turn = new MessageChannel();
let isTurn = false;
turn.port1.onmessage = () => {
  isTurn = false;
  const question = waiting.find((question) => !question.isPatient) ?? waiting[0];
  if (!module || !question) return;
  try {
    step(module, question);
    next();
  } catch (error) {
    tell({ id: question.id, crashed: String(error) });
  }
};

onmessage = ({ data }: MessageEvent<Order>) => {
  if ('stop' in data) {
    const question = waiting.find((question) => question.id === data.stop);
    if (!question) return;
    drop(question);
    if (question.isBegun) module?.ask({ type: 'leave', request: question.id });
  } else {
    waiting.push({ ...data, isBegun: false, slice: FIRST_SLICE });
    next();
  }
};

function next() {
  if (isTurn || waiting.length === 0) return;
  isTurn = true;
  turn.port2.postMessage(null);
}

/** Thinks about a question for a slice. */
function step(module: Module, question: Waiting) {
  const { id, request, slice } = question;
  const inSlices = request.type === 'think' || request.type === 'review';
  try {
    const answer = module.ask<Answer>(
      question.isBegun ? { type: 'go_on', request: id, slice } : inSlices ? { ...request, request: id, slice } : request,
    );
    question.isBegun = true;
    question.slice = Math.min(2 * slice, SLICE);
    const isLast = !('is_done' in answer) || answer.is_done;
    if (isLast) drop(question);
    tell({ id, answer, isLast });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    drop(question);
    tell({ id, refused: { code: error.code, message: error.message } });
  }
}

function drop(question: Waiting) {
  waiting.splice(waiting.indexOf(question), 1);
}

function tell(told: Told) {
  postMessage(told);
}

try {
  module = await Module.load(url);
  next();
} catch (error) {
  tell({ id: null, crashed: String(error) });
}
