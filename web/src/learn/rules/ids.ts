// The lessons of the rules, in their order.

export const LESSON_IDS = [
  'squares',
  'step',
  'forward',
  'jump',
  'must',
  'choice',
  'several',
  'fork',
  'crown',
  'crownEnds',
  'king',
  'kingJumps',
  'win',
  'block',
  'draw',
  'read',
  'write',
] as const;
export type LessonId = (typeof LESSON_IDS)[number];
