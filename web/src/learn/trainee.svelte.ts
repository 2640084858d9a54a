// Somebody who does the exercises: which one is open, what was answered, and what came of it.

import { ask, loadRules, type AnswerOf } from '../rules';
import { attempt } from '../state/messages.svelte';
import { faultOf } from './fault';

type Exercise = AnswerOf<'exercises'>['exercises'][number];
type Verdict = AnswerOf<'exercise'>;

const KEY = 'crownhead.solved';

class Trainee {
  exercises: readonly Exercise[] = $state.raw([]);
  index = $state(0);
  code = $state('');
  verdict: Verdict | null = $state.raw(null);
  private refused: unknown = $state.raw(null);
  /** Those that were solved, by their names. */
  solved: ReadonlySet<string> = $state.raw(new Set(localStorage.getItem(KEY)?.split(' ')));

  readonly exercise: Exercise | undefined = $derived(this.exercises[this.index]);
  readonly fault: string | null = $derived(this.refused ? faultOf(this.refused) : null);

  async go(index: number) {
    await attempt(async () => {
      await loadRules();
      if (this.exercises.length === 0) this.exercises = ask('exercises', { type: 'exercises' }).exercises;
      this.index = Math.min(Math.max(index || 0, 0), this.exercises.length - 1);
      [this.code, this.verdict, this.refused] = ['', null, null];
    });
  }

  /** Runs an answer on positions at random, other ones each time. */
  check = (code: string, seed = Math.floor(Math.random() * 2 ** 32)) => {
    if (!this.exercise) return;
    this.code = code;
    try {
      this.verdict = ask('exercise', { type: 'exercise', id: this.exercise.id, code, seed });
      this.refused = null;
      if (this.verdict.wrong) return;
      this.solved = new Set([...this.solved, this.exercise.id]);
      localStorage.setItem(KEY, [...this.solved].join(' '));
    } catch (error) {
      [this.verdict, this.refused] = [null, error];
    }
  };
}

export const trainee = new Trainee();
