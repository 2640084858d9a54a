// Where somebody is on the tour, what was clicked on, and what the program computed from it.

import type { EvalResult, EvalStep, Mask } from '../api/types';
import { ask, loadRules } from '../rules';
import { attempt } from '../state/messages.svelte';
import { steps, type TourStep } from './steps';
import { hex } from './words';

class Tourist {
  index = $state(0);
  /** Words that were changed by hand, by name. */
  private changed: Record<string, string> = $state.raw({});
  private picked: number | null = $state(null);
  results: readonly EvalResult[] = $state.raw([]);
  /** The word whose bits the board shows. */
  lit: string | null = $state(null);

  readonly step: TourStep = $derived(steps[this.index]!);
  readonly square: number = $derived(this.picked ?? this.step.square ?? 1);
  readonly isChanged: boolean = $derived(this.picked !== null || Object.keys(this.changed).length > 0);

  go(index: number) {
    const next = Math.min(Math.max(index || 0, 0), steps.length - 1);
    if (next === this.index && this.results.length > 0) return;
    this.index = next;
    this.reset();
  }

  reset() {
    this.changed = {};
    this.picked = null;
    this.lit = null;
    this.results = [];
    return this.run();
  }

  pick(square: number) {
    this.picked = square;
    return this.run();
  }

  toggle(name: string, square: number) {
    const mask = this.maskOf(name);
    if (!mask) return;
    this.changed = { ...this.changed, [name]: hex(Number(mask.hex32) ^ (1 << (square - 1))) };
    return this.run();
  }

  maskOf(name: string | undefined): Mask | undefined {
    const at = this.step.lines.findIndex((line) => line.name === name);
    return this.results[at]?.result;
  }

  private async run() {
    await attempt(async () => {
      await loadRules();
      this.results = ask('eval', { type: 'eval', fen: this.step.fen ?? null, steps: this.program() }).steps;
    });
  }

  private program(): EvalStep[] {
    const values: Record<string, string> = { $square: String(this.square), $bit: String(this.square - 1) };
    return this.step.lines.map(({ name, op, args, editable }) => {
      const own = editable ? this.changed[name] : undefined;
      return { name, op, args: own ? [own] : args.map((arg) => values[arg] ?? arg) };
    });
  }
}

export const tourist = new Tourist();
