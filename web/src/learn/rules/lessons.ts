// The course of the rules: a position for each lesson, and what the learner does in it. The texts are in `text/en/course.ts`, by
// the same names. What is legal, and why something is not, the rules module says.

import { LESSON_IDS, type LessonId } from './ids';

/** Something to do. */
export type Task =
  /** A square to touch. */
  | { kind: 'square'; square: number }
  /** A move to make: any legal one, or one of these. The other side answers with `reply`. */
  | { kind: 'move'; accepts?: readonly string[]; reply?: string }
  /** A move to type, which an arrow shows. */
  | { kind: 'type'; move: string; path: readonly number[] };

export interface Lesson {
  id: LessonId;
  fen: string;
  /** One after the other. */
  tasks: readonly Task[];
}

const START = 'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12';

const move = (...accepts: string[]): Task => (accepts.length ? { kind: 'move', accepts } : { kind: 'move' });
const answered = (accepts: string, reply: string): Task => ({ kind: 'move', accepts: [accepts], reply });

const tasks: Record<LessonId, Omit<Lesson, 'id'>> = {
  squares: { fen: START, tasks: [{ kind: 'square', square: 18 }, { kind: 'square', square: 1 }, { kind: 'square', square: 32 }] },
  step: { fen: 'B:W32:B11', tasks: [move()] },
  forward: { fen: 'W:W22,23:B2,3', tasks: [move()] },
  jump: { fen: 'B:W18,30:B15', tasks: [move()] },
  must: { fen: 'B:W18,31:B9,15', tasks: [move()] },
  choice: { fen: 'W:W18,32:B6,14,15', tasks: [move('18x11')] },
  several: { fen: 'B:W14,22,32:B9', tasks: [move()] },
  fork: { fen: 'W:W27:B1,14,15,23', tasks: [move('27x18x11')] },
  crown: { fen: 'B:W13:B26', tasks: [move()] },
  crownEnds: { fen: 'W:W11:B6,7', tasks: [move()] },
  king: { fen: 'B:W32:BK18', tasks: [move('18-14', '18-15')] },
  kingJumps: { fen: 'B:W6,14,32:BK18', tasks: [move()] },
  win: { fen: 'B:W18:B14', tasks: [move()] },
  block: { fen: 'B:W21:B13,14', tasks: [move('13-17')] },
  draw: { fen: 'B:WK32:BK1', tasks: [answered('1-6', '32-27'), answered('6-1', '27-32'), answered('1-6', '32-27'), answered('6-1', '27-32')] },
  read: { fen: START, tasks: [answered('11-15', '23-19'), answered('8-11', '22-17'), answered('4-8', '17-13')] },
  write: { fen: 'B:W14,22,32:B9', tasks: [{ kind: 'type', move: '9x18x25', path: [9, 18, 25] }] },
};

export const rulesCourse: readonly Lesson[] = LESSON_IDS.map((id) => ({ id, ...tasks[id] }));
