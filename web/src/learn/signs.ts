import type { EvalOp } from '../api/types';

const signs: Partial<Record<EvalOp, string>> = {
  and: '&',
  or: '|',
  xor: '^',
  not: '!',
  and_not: '& !',
  shift_left: '<<',
  shift_right: '>>',
  step_up_left: '↖',
  step_up_right: '↗',
  step_down_left: '↙',
  step_down_right: '↘',
  lowest_bit: '1st',
  turn: '↻',
  count: '#',
  lowest: '#',
};

/** How an operation is written between boards. */
export function signOf(op: EvalOp): string {
  return signs[op] ?? '';
}

export function isShift(op: EvalOp): boolean {
  return op === 'shift_left' || op === 'shift_right';
}

/** How many of the arguments are words; the others are positions, squares and distances. */
export function operandsOf(op: EvalOp): number {
  if (op === 'value' || op === 'square' || op === 'mask') return 0;
  return op === 'and' || op === 'or' || op === 'xor' || op === 'and_not' ? 2 : 1;
}
