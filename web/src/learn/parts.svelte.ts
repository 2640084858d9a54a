// The parts of the lessons, and which was open last.

export const PARTS = ['rules', 'tour', 'exercises', 'calculator', 'bits'] as const;
export type Part = (typeof PARTS)[number];

class Last {
  part: Part = $state('rules');
}

export const last = new Last();
