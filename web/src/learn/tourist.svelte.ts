// Where somebody is on the tour, what was clicked on, and what the program computed from it.

import { ask, loadRules, type AnswerOf, type EvalResult } from '../rules';
import { attempt } from '../state/messages.svelte';
import { steps, type Line, type TourStep } from './steps';
import { bit64, toggled, type Shown } from './words';

type Pick = AnswerOf<'pick'>;

class Tourist {
  index = $state(0);
  /** Words that were changed by hand, by name. */
  private changed: Record<string, string> = $state.raw({});
  private picked: number | null = $state(null);
  results: readonly EvalResult[] = $state.raw([]);
  /** The line that was chosen to be drawn out. */
  private chosen: string | null = $state(null);
  /** The masks of the piece in the hand, where the step has one. */
  pick: Pick | null = $state.raw(null);
  /** How many of its hops were made. */
  hops = $state(0);

  readonly step: TourStep = $derived(steps[this.index]!);
  readonly square: number = $derived(this.picked ?? this.step.square ?? 1);
  readonly isChanged: boolean = $derived(this.picked !== null || Object.keys(this.changed).length > 0);
  /** The word that is lit on the board, and drawn out. */
  readonly lit: string | undefined = $derived(this.chosen ?? this.step.lit);

  go(index: number) {
    const next = Math.min(Math.max(index || 0, 0), steps.length - 1);
    if (next === this.index && this.results.length > 0) return;
    this.index = next;
    this.chosen = null;
    this.reset();
  }

  reset() {
    this.changed = {};
    this.picked = null;
    this.results = [];
    return this.run();
  }

  choose(name: string) {
    this.chosen = name;
  }

  /** A click on the board chooses the square that the step is about, or turns a bit of a word that can be changed. */
  touch(square: number) {
    const { step } = this;
    const editable = (line: Line | undefined) => (line?.editable ? line : undefined);
    const line = editable(step.lines.find(({ name }) => name === this.lit)) ?? step.lines.find((line) => line.editable);
    if (step.square !== undefined) {
      this.picked = square;
      return this.run();
    }
    return line && this.toggle(line.name, square);
  }

  toggle(name: string, square: number) {
    const word = this.wordOf(name);
    if (!word) return;
    this.changed = { ...this.changed, [name]: toggled(word.hex, square) };
    return this.run();
  }

  wordOf(name: string | undefined): Shown | undefined {
    return this.results.find((result) => result.name === name)?.result as Shown | undefined;
  }

  private async run() {
    await attempt(async () => {
      await loadRules();
      const { fen = null, width = 32 } = this.step;
      this.results = ask('eval', { type: 'eval', fen, width, lines: this.program() }).lines;
      this.hops = 0;
      this.pick = fen && this.step.square ? ask('pick', { type: 'pick', fen, square: this.square }) : null;
    });
  }

  private program() {
    const values: Record<string, number> = { $square: this.square, $bit64: bit64(this.square), $bit: this.square - 1 };
    const filled = (code: string) => code.replace(/\$\w+/g, (place) => String(values[place] ?? place));
    return this.step.lines.map(({ name, code }) => ({ name, code: this.changed[name] ?? filled(code) }));
  }
}

export const tourist = new Tourist();
