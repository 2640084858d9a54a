// The rules, on this thread: what is asked is answered at once, without a network. `crates/browser` has the other side.

import url from '../../wasm/rules.wasm?url';
import { Module } from '../engine/module';
import type { RulesAnswer, RulesRequest } from './face';

export { Crashed, Refused } from '../engine/module';
export type * from './face';

/** What is left out of an answer is left out, never null. */
type Solid<T> = T extends null ? never : T extends object ? { [K in keyof T]: Solid<T[K]> } : T;

export type AnswerKind = RulesAnswer['type'];
export type AnswerOf<K extends AnswerKind> = Solid<Extract<RulesAnswer, { type: K }>>;
export type StudyAnswer = AnswerOf<'study'>;
export type TableAnswer = AnswerOf<'table'>;
export type TableNews = TableAnswer['news'][number];

let module: Module | null = null;
let loading: Promise<void> | null = null;

/** Fetches the module, once. Before that nothing can be asked. */
export function loadRules(): Promise<void> {
  loading ??= Module.load(url).then((loaded) => void (module = loaded));
  return loading;
}

/** The answer to a request, which is of this kind. Throws `Refused`. */
export function ask<K extends AnswerKind>(kind: K, request: RulesRequest): AnswerOf<K> {
  if (!module) throw new Error('the rules are not loaded yet');
  const answer = module.ask<RulesAnswer>(request);
  if (answer.type !== kind) throw new Error(`${answer.type} in place of ${kind}`);
  return answer as AnswerOf<K>;
}
