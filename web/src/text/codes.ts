// What is told by a code with parameters, and becomes a sentence in the language of the page.

import type { Side } from '../api/types';
import type { Speaker } from './speaker';

/** Why something was not done in a game. */
export type RefusalCode =
  | 'over'
  | 'not_over'
  | 'not_your_turn'
  | 'stale'
  | 'bad_move'
  | 'time_over'
  | 'nothing_asked'
  | 'asked_before'
  | 'nothing_to_claim'
  | 'not_away'
  | 'too_soon'
  | 'nothing_to_take_back'
  | 'nothing_to_redo'
  | 'has_begun'
  | 'has_not_begun'
  | 'not_free'
  | 'bad_start';

/** Why a text is not a move, or a move not legal. */
export type BadMoveCode =
  | 'unreadable'
  | 'square'
  | 'too_few_squares'
  | 'ambiguous'
  | 'no_piece'
  | 'not_yours'
  | 'must_capture'
  | 'piece_must_capture'
  | 'only_captures_follow'
  | 'blocked'
  | 'backwards'
  | 'not_a_step'
  | 'nothing_to_jump'
  | 'own_piece'
  | 'jumped_already'
  | 'step_ends_move'
  | 'jump_not_complete'
  | 'jump_ends_here'
  | 'turn_not_over'
  | 'game_over';

export interface BadMove {
  code: BadMoveCode;
  /** What the side to move is called, and the other one. */
  side: string;
  other: string;
  /** The squares that it is about, by the names that the board shows. */
  squares?: readonly string[];
  /** The moves that could be made. */
  moves?: readonly string[];
  /** What was typed. */
  text?: string;
  /** What could have been typed. */
  examples: readonly string[];
  /** Have squares other names than usual? */
  isStyled: boolean;
}

/** Why a move is advised. */
export type HintCode =
  | 'only_move'
  | 'known_win'
  | 'known_draw'
  | 'known_loss'
  | 'wins'
  | 'loses'
  | 'won_ending'
  | 'lost_ending'
  | 'gains'
  | 'crowns'
  | 'only_good'
  | 'better'
  | 'worse'
  | 'balance';

export interface Hint {
  code: HintCode;
  move: string;
  /** What is expected to follow. */
  line?: readonly string[];
  /** To the end of the game. */
  plies?: number;
  /** How many are won. */
  men?: number;
}

/** Why the computer does not take a draw. */
export type DeclineCode = 'too_early' | 'better';

/** What goes wrong with a request. */
export type ErrorCode =
  | 'bad_request'
  | 'who_are_you'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'stale'
  | 'not_now'
  | 'try_again'
  | 'too_large'
  | 'wrong_type'
  | 'bad_fen'
  | 'bad_rules'
  | 'bad_move'
  | 'bad_pdn'
  | 'bad_bits'
  | 'bad_value'
  | 'busy'
  | 'too_many'
  | 'storage'
  | 'too_many_moves'
  | 'too_deep'
  | 'too_long'
  | 'too_much_text'
  | 'too_many_shapes'
  | 'too_many_tags';

/** What goes wrong: a code, words for whoever reads a log, and for some codes another one with what belongs to it. */
export interface Told {
  code: string;
  message: string;
  with?: unknown;
}

interface Reason {
  code: string;
  with?: unknown;
}

const REFUSALS: ReadonlySet<string> = new Set<RefusalCode>([
  'over',
  'not_over',
  'not_your_turn',
  'stale',
  'time_over',
  'nothing_asked',
  'asked_before',
  'nothing_to_claim',
  'not_away',
  'too_soon',
  'nothing_to_take_back',
  'nothing_to_redo',
  'has_begun',
  'has_not_begun',
  'not_free',
  'bad_start',
]);

/** Why the rules of the game say no, if they do. */
export function refusalOf(told: Told): RefusalCode | null {
  const found = reasons(told).find(({ code }) => REFUSALS.has(code));
  return found ? (found.code as RefusalCode) : null;
}

/** Why a move is none, if that is what went wrong: the reason is inside of others. */
export function badMoveOf(told: Told, turn: Side, speaker: Speaker): BadMove | null {
  const inside = reasons(told);
  if (!inside.some(({ code }) => code === 'bad_move')) return null;
  const last = inside.at(-1)!;
  const about: BadMove = {
    code: last.code as BadMoveCode,
    side: speaker.side(turn),
    other: speaker.side(turn === 'black' ? 'white' : 'black'),
    examples: speaker.examples,
    isStyled: !!speaker.names,
  };
  const parts = [last.with].flat();
  const texts = parts.filter((part) => typeof part === 'string');
  const squares = parts.filter((part) => typeof part === 'number');
  if (isReason(last.with) || last.code === 'bad_move') return null;
  if (last.code === 'unreadable' || last.code === 'square') about.text = (last.with as { text: string }).text;
  else if (last.code === 'too_few_squares') about.text = texts[0] ?? '';
  else if (squares.length > 0) about.squares = squares.map(speaker.square);
  else if (texts.length > 0) {
    about.moves = texts.map(speaker.move);
    about.squares = [...new Set(texts.map((move) => Number.parseInt(move, 10)))].map(speaker.square);
  }
  return about;
}

/** A code and those inside of it, the innermost last. */
function reasons(told: Reason): Reason[] {
  const { with: more } = told;
  const why = isReason(more) ? more : isObject(more) && isReason(more.why) ? more.why : null;
  return why ? [told, ...reasons(why)] : [told];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isReason(value: unknown): value is Reason {
  return isObject(value) && typeof value.code === 'string';
}

/** The sentence for a code that may not be known, in a list of those that are. */
export function known<T>(sentences: Partial<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(sentences, code) ? sentences[code] : undefined;
}
