// Who names the sides, pieces, squares and moves of a game: as everybody does in a language, or as the style of the game has it.

import type { MoveInfo, Side } from '../api/types';
import type { Kind } from '../board/pieces';
import type { Text } from './en';

export interface Speaker {
  readonly side: (side: Side) => string;
  readonly piece: (kind: Kind) => string;
  readonly square: (square: number) => string;
  /** A move, from the text that everybody else has for it. */
  readonly move: (move: string) => string;
  /** What can be typed as a move: its squares first, then whatever else will do. */
  readonly examples: readonly string[];
  /** What is most often typed. */
  readonly hint: string;
  /** What is written on squares, where it is not for the person to choose. */
  readonly names?: readonly string[];
}

/** What a style calls things, as the rules have it. */
interface Styled {
  readonly names: readonly string[];
  readonly squares: readonly string[];
  readonly joints: readonly string[];
  readonly moves: readonly { readonly label: string; readonly text: string }[];
}

/** Squares are numbers from 1 to 32. */
export function usualSpeaker(side: Speaker['side'], pieces: Record<Kind, string>): Speaker {
  return { side, piece: (kind) => pieces[kind], square: String, move: (move) => move, examples: ['11-15', '22x15'], hint: '11-15' };
}

/** Everything is called as a style has it. */
export function styledSpeaker({ names, squares, joints, moves }: Styled, words: Text['style']): Speaker {
  const side = (side: Side) => words.name(names[side === 'black' ? 0 : 1]!);
  const square = (square: number) => squares[square - 1] ?? String(square);
  const move = (move: string) => move.replace(/\d+|(?<=\d)[-x](?=\d)/g, (part) => (part === '-' ? joints[0]! : part === 'x' ? joints[1]! : square(Number(part))));
  const { label = '', text: step = move('11-15') } = moves[0] ?? {};
  const examples = label ? [step, label] : [step];
  return { side, square, move, examples, hint: label || step, names: squares, piece: (kind) => words.piece(side(kind.toLowerCase() === 'b' ? 'black' : 'white'), kind < 'a') };
}

/** Moves one after the other. */
export const lineOf = (moves: readonly string[]) => moves.join(moves.some((move) => move.includes(' ')) ? ', ' : ' ');

/** The squares of a move by their names. */
export function spokenMove({ route, captured, crowns }: Pick<MoveInfo, 'route' | 'captured' | 'crowns'>, { square }: Speaker) {
  return { route: route.map(square), captured: captured.map(square), crowns };
}

export type SpokenMove = ReturnType<typeof spokenMove>;
