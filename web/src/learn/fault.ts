// Why a calculation cannot be run, as a sentence.

import { Refused } from '../rules';
import { lessons } from '../text';
import { known } from '../text/codes';

/** The sentence for what the rules module refuses; anything else is thrown on. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  const { code = '', with: fault = {} } = (error.why ?? {}) as { code?: string; with?: object };
  return known(lessons.faults, code)?.(fault) ?? error.message;
}
