// The calculator: what was typed, and what came of it.

import { ask, type EvalResult } from '../rules';
import { lab } from '../state/lab.svelte';
import { START_FEN } from '../state/start';
import { faultOf } from './fault';

export const WIDTHS = [8, 16, 32, 64] as const;
export type Width = (typeof WIDTHS)[number];

/** Calculations worth a look, and how wide their words are. */
export const EXAMPLES: readonly [code: string, width: Width][] = [
  ['~(black | white)', 32],
  ['(black & 0x0F0F0F0F) << 4', 32],
  ['black & -black', 32],
  ['count(black) - count(white)', 32],
  ['(black >> 9) & 0xAA55AA55AA55AA55', 64],
  ['100 + 28', 8],
  ['1000 / 7', 16],
];

class Calculator {
  code = $state('~(black | white)');
  width: Width = $state(32);
  result: EvalResult | null = $state.raw(null);
  /** Why there is no result. */
  private refused: unknown = $state.raw(null);
  readonly fault: string | null = $derived(this.refused ? faultOf(this.refused) : null);

  compute = () => {
    try {
      const fen = lab.position?.fen ?? START_FEN;
      this.result = ask('eval', { type: 'eval', fen, width: this.width, lines: [{ name: 'result', code: this.code }] }).lines[0]!;
      this.refused = null;
    } catch (error) {
      [this.result, this.refused] = [null, error];
    }
  };

  setWidth(width: Width) {
    this.width = width;
    this.compute();
  }

  use([code, width]: readonly [string, Width]) {
    [this.code, this.width] = [code, width];
    this.compute();
  }
}

export const calculator = new Calculator();
