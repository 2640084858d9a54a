// Which lesson of the course says why a move was refused: small, because every view has refusals.

import { LESSON_IDS, type LessonId } from './ids';

const about: Record<string, LessonId> = {
  must_capture: 'must',
  piece_must_capture: 'must',
  only_captures_follow: 'must',
  blocked: 'step',
  not_a_step: 'step',
  step_ends_move: 'step',
  backwards: 'forward',
  nothing_to_jump: 'jump',
  own_piece: 'jump',
  jumped_already: 'several',
  jump_not_complete: 'several',
  jump_ends_here: 'crownEnds',
  game_over: 'win',
  square: 'squares',
  unreadable: 'write',
  too_few_squares: 'write',
  ambiguous: 'write',
};

/** The place of the lesson about a rule, from 1. */
export function lessonAbout(rule: string): number | undefined {
  const id = about[rule];
  return id && LESSON_IDS.indexOf(id) + 1;
}
