import url from '../../wasm/rules.wasm?url';
import { Module, Refused } from '../engine/module';
import type { RulesAnswer } from './face';
import type { ReaderAnswer, ReaderQuestion } from './reader';

const loaded = Module.load(url);

onmessage = async ({ data: { id, requests } }: MessageEvent<ReaderQuestion>) => {
  const module = await loaded;
  let told: ReaderAnswer | null = null;
  try {
    for (const request of requests) told = { id, answer: module.ask<RulesAnswer>(request) };
  } catch (error) {
    // What is worse than a refusal is the page's to know.
    if (!(error instanceof Refused)) throw error;
    told = { id, refused: { code: error.code, message: error.message, why: error.why } };
  }
  postMessage(told);
};
