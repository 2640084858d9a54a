// The rules on a thread of their own, so that a large file does not freeze the page.

import { Refused } from '../engine/module';
import type { AnswerKind, AnswerOf } from '.';
import type { RulesAnswer, RulesRequest } from './face';

export interface ReaderQuestion {
  id: number;
  requests: RulesRequest[];
}

export type ReaderAnswer = { id: number; answer: RulesAnswer } | { id: number; refused: { code: string; message: string; why?: unknown } };

interface Pending {
  settle: (answer: RulesAnswer) => void;
  fail: (error: Error) => void;
}

let worker: Worker | null = null;
let last = 0;
const asked = new Map<number, Pending>();

/** Asks one thing after the other, with nothing in between; the answer is the last one. */
export async function askReader<K extends AnswerKind>(kind: K, ...requests: RulesRequest[]): Promise<AnswerOf<K>> {
  const id = ++last;
  const answer = await new Promise<RulesAnswer>((settle, fail) => {
    asked.set(id, { settle, fail });
    worker ??= start();
    worker.postMessage({ id, requests } satisfies ReaderQuestion);
  });
  if (answer.type !== kind) throw new Error(`${answer.type} in place of ${kind}`);
  return answer as AnswerOf<K>;
}

function start(): Worker {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => {
    const pending = asked.get(data.id);
    asked.delete(data.id);
    if ('answer' in data) pending?.settle(data.answer);
    else pending?.fail(new Refused(data.refused.code, data.refused.message, data.refused.why));
  };
  worker.onerror = (event) => leave(new Error(event.message));
  return worker;
}

/** After a crash the next question starts anew. */
function leave(error: Error) {
  worker?.terminate();
  worker = null;
  for (const { fail } of asked.values()) fail(error);
  asked.clear();
}
