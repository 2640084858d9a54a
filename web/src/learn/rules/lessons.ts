// The course of the rules: a position for each lesson, and what the learner does in it. The terminal has the same lessons. The texts
// are in `text/en/course.ts`, by the same names. What is legal, and why something is not, the rules module says.

import course from '../../../../crates/study/src/course.json';
import type { LessonId } from './ids';

/** Something to do. */
export type Task =
  /** A square to touch. */
  | { kind: 'square'; square: number }
  /** A move to make: one of these, or any legal one if there are none. The other side answers with `reply`. */
  | { kind: 'move'; accepts: readonly string[]; reply?: string }
  /** A move to type, which an arrow shows. */
  | { kind: 'type'; move: string; path: readonly number[] };

export interface Lesson {
  id: LessonId;
  fen: string;
  /** One after the other. */
  tasks: readonly Task[];
}

export const rulesCourse = course as readonly Lesson[];
