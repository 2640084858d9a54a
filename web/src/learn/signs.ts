// How operations are drawn: signs between boards, and which of their arguments are words.

/** Functions that have a sign. */
const signs: Record<string, string> = {
  step_up_left: '↖',
  step_up_right: '↗',
  step_down_left: '↙',
  step_down_right: '↘',
  turn: '↻',
  count: '#',
};

/** How many of the arguments are words; the others are positions and distances. Two, where it is not said. */
const words: Record<string, number> = { mask: 0, square: 0, set: 1, clear: 1, flip: 1, check: 1, move: 1, '<<': 1, '>>': 1 };

/** Operations whose result is a number and no set of squares. */
const NUMBERS: readonly string[] = ['count', 'lowest', 'check', 'match'];

export interface Operation {
  op: string;
  args: readonly { decimal: string }[];
}

/** How many of the arguments are drawn as words. */
export function operandsOf({ op, args }: Operation): number {
  return words[op] ?? args.length;
}

/** What stands between or behind the words, with the numbers that belong to it: `<< 4`. */
export function signOf(operation: Operation): string {
  const { op, args } = operation;
  const numbers = args.slice(operandsOf(operation)).map(({ decimal }) => decimal);
  return [signs[op] ?? op, ...numbers].join(' ');
}

/** Does the sign stand behind the word? */
export const isPostfix = ({ op }: Operation) => op === '<<' || op === '>>';

export const isNumber = (op: string) => NUMBERS.includes(op);

/** Every sign and function of the calculator, in groups. What is inserted has places for its words. */
export const KEYS: readonly (readonly string[])[] = [
  ['&', '|', '^', '~', '<<', '>>'],
  ['+', '-', '*', '/', '%'],
  ['mask', 'square', 'set', 'clear', 'flip', 'check', 'move', 'count', 'lowest', 'lowest_bit', 'match', 'merge'],
  ['step_up_left', 'step_up_right', 'step_down_left', 'step_down_right', 'turn'],
];

/** Words that the calculator knows: masks of the position, and constants of the side to move. */
export const WORDS = [
  ['black', 'white', 'kings', 'occupied', 'empty', 'movers', 'jumpers', 'us', 'them'],
  ['even_rows', 'odd_rows', 'start', 'crown_row', 'left_move', 'right_move', 'left_jump', 'right_jump'],
] as const;
