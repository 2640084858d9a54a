// Styles, as the rules have them: what things are called in a game, and which colors its pieces have.

import { ask, type AnswerOf } from '../rules';
import { text } from '../text';
import { styledSpeaker, type Speaker } from '../text/speaker';
import { START_FEN } from './start';

export type Styled = AnswerOf<'style'>;

const known = new Map<string, Styled>();

/** A style, if it is one: a backup may come from anywhere. */
export function styleOf(name: string | undefined): Styled | null {
  if (!name || name === 'official' || !Object.hasOwn(text.style.names, name)) return null;
  const styled = known.get(name) ?? ask('style', { type: 'style', name, fen: START_FEN });
  known.set(name, styled);
  return styled;
}

/** Who names what a game is about. */
export const speakerOf = (styled: Styled | null): Speaker => (styled ? styledSpeaker(styled, text.style) : text.speaker);

/** What tells the style sheet of boards which colors the sides have by their names. */
export const paintOf = (styled: Styled | null) => ({ 'data-black': styled?.names[0], 'data-white': styled?.names[1] });
