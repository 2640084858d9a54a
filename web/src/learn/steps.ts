// What the steps of the tour compute. Everything is run by the program itself. The texts are in `text/en/tour.ts`, by the same names.

/** A word that is computed: `$square`, `$bit` and `$bit64` are the square that was clicked on. */
export interface Line {
  name: string;
  code: string;
  /** Its bits can be clicked on and off. */
  editable?: boolean;
  /** It is a number and no set of squares. */
  isNumber?: boolean;
}

export interface TourStep {
  id: StepId;
  lines: readonly Line[];
  /** How many bits the words have. */
  width?: 8 | 64;
  /** Which words are the pieces on the board. */
  black?: string;
  white?: string;
  kings?: string;
  /** The word whose bits are lit on the board, and that is drawn out first. */
  lit?: string;
  /** The position whose masks the game itself computes. */
  fen?: string;
  /** A click on the board chooses the square that the step is about, this one at first. */
  square?: number;
  /** What is shown besides: the constants, or the masks of the piece on `square` and how they are found. */
  extra?: 'constants' | 'pick' | 'hops';
}

export const STEP_IDS = [
  'bit',
  'set',
  'position',
  'and',
  'coordinates',
  'memory',
  'xor',
  'shift',
  'downLeft',
  'downRight',
  'upLeft',
  'upRight',
  'constants',
  'layouts',
  'movers',
  'kings',
  'jump',
  'forced',
  'pick',
  'capture',
  'crown',
  'hop',
  'several',
  'recursion',
  'lowest',
  'turn',
  'adding',
  'multiplying',
] as const;
export type StepId = (typeof STEP_IDS)[number];

const word = (name: string, code: string): Line => ({ name, code, editable: true });
const line = (name: string, code: string): Line => ({ name, code });
const number = (name: string, code: string): Line => ({ name, code, isNumber: true });

const START = '0x00000FFF';
const POSITION = [word('black', '0x00004A21'), word('white', '0x58A00000'), word('kings', '0x40000001')];
const PIECES = { black: 'black', white: 'white', kings: 'kings' };
const FORK = 'W:W27:B6,7,14,15,23';

/** A step in one direction, by shifts alone, against the one that the game uses. */
function direction(from: string, even: [mask: string, shift: string], odd: [mask: string, shift: string], step: string): Line[] {
  return [
    word('men', from),
    line('even_rows', `men & ${even[0]}`),
    line('of_even', `even_rows ${even[1]}`),
    line('odd_rows', `men & ${odd[0]}`),
    line('of_odd', `odd_rows ${odd[1]}`),
    line('moved', 'of_even | of_odd'),
    line('of_the_game', `${step}(men)`),
    line('difference', 'moved ^ of_the_game'),
  ];
}

const WHITE = '0xFFF00000';

const content: Record<StepId, Omit<TourStep, 'id'>> = {
  bit: { square: 11, lit: 'bit', lines: [line('bit', 'square($square)'), line('shifted', '1 << $bit')] },
  set: { black: 'men', lit: 'men', lines: [word('men', START), number('how_many', 'count(men)')] },
  position: { ...PIECES, lit: 'empty', lines: [...POSITION, line('occupied', 'black | white'), line('empty', '~occupied')] },
  and: {
    ...PIECES,
    square: 10,
    lit: 'answer',
    lines: [...POSITION, line('bit', 'square($square)'), line('answer', 'black & bit'), line('black_kings', 'black & kings')],
  },
  coordinates: {
    ...PIECES,
    square: 10,
    lit: 'answer',
    lines: [
      ...POSITION,
      number('b', '$bit64'),
      number('y', 'b / 8'),
      number('x', 'b - 8 * y'),
      line('bit', 'square($square)'),
      line('answer', 'black & bit'),
    ],
  },
  memory: {
    lit: 'as_words',
    lines: [number('as_words', '3 * 32'), number('as_objects', '24 * 16 + 64 * 64'), number('saved', 'as_objects - as_words')],
  },
  xor: {
    black: 'after',
    lit: 'after',
    lines: [
      word('black', START),
      line('from', 'square(11)'),
      line('to', 'square(15)'),
      line('both', 'from | to'),
      line('after', 'black ^ both'),
      line('again', 'after ^ both'),
    ],
  },
  shift: { black: 'men', lit: 'shifted', lines: [word('men', START), line('shifted', 'men << 4')] },
  downLeft: { black: 'men', lit: 'moved', lines: direction(START, ['0x0F0F0F0F', '<< 4'], ['0xE0E0E0E0', '<< 3'], 'step_down_left') },
  downRight: { black: 'men', lit: 'moved', lines: direction(START, ['0x07070707', '<< 5'], ['0xF0F0F0F0', '<< 4'], 'step_down_right') },
  upLeft: { white: 'men', lit: 'moved', lines: direction(WHITE, ['0x0F0F0F0F', '>> 4'], ['0xE0E0E0E0', '>> 5'], 'step_up_left') },
  upRight: { white: 'men', lit: 'moved', lines: direction(WHITE, ['0x07070707', '>> 3'], ['0xF0F0F0F0', '>> 4'], 'step_up_right') },
  constants: { lines: [], extra: 'constants' },
  layouts: {
    width: 64,
    black: 'men',
    lit: 'moved',
    lines: [word('men', '0xAA55AA0000000000'), line('dark', '0xAA55AA55AA55AA55'), line('shifted', 'men >> 9'), line('moved', 'shifted & dark')],
  },
  movers: {
    black: 'black',
    white: 'white',
    lit: 'movers',
    lines: [
      word('black', START),
      word('white', WHITE),
      line('empty', '~(black | white)'),
      line('to_left', 'step_down_left(black)'),
      line('free_left', 'to_left & empty'),
      line('movers_left', 'step_up_right(free_left)'),
      line('to_right', 'step_down_right(black)'),
      line('free_right', 'to_right & empty'),
      line('movers_right', 'step_up_left(free_right)'),
      line('movers', 'movers_left | movers_right'),
    ],
  },
  kings: {
    ...PIECES,
    lit: 'king_squares',
    lines: [
      word('black', '0x00020480'),
      word('white', '0x18000000'),
      word('kings', '0x00020000'),
      line('empty', '~(black | white)'),
      line('black_kings', 'black & kings'),
      line('up_left', 'step_up_left(black_kings)'),
      line('up_right', 'step_up_right(black_kings)'),
      line('up', 'up_left | up_right'),
      line('king_squares', 'up & empty'),
    ],
  },
  jump: {
    black: 'black',
    white: 'white',
    lit: 'jumpers_left',
    lines: [
      word('black', '0x00000E60'),
      word('white', '0x4880C000'),
      line('empty', '~(black | white)'),
      line('ahead', 'step_down_left(black)'),
      line('over', 'ahead & white'),
      line('behind', 'step_down_left(over)'),
      line('landings', 'behind & empty'),
      line('back', 'step_up_right(landings)'),
      line('jumpers_left', 'step_up_right(back)'),
    ],
  },
  forced: {
    fen: 'B:W15,16,24,28,31:B6,7,10,11,12',
    black: 'black_now',
    white: 'white_now',
    kings: 'kings_now',
    lit: 'may_move',
    lines: [
      line('black_now', 'black'),
      line('white_now', 'white'),
      line('kings_now', 'kings'),
      line('may_move', 'movers'),
      line('can_jump', 'jumpers'),
      line('difference', 'may_move ^ can_jump'),
    ],
  },
  pick: { fen: FORK, black: 'black_now', white: 'white_now', square: 27, extra: 'pick', lines: [line('black_now', 'black'), line('white_now', 'white')] },
  capture: {
    black: 'black_after',
    white: 'white_after',
    lit: 'white_after',
    lines: [
      word('black', '0x00000E60'),
      word('white', '0x4880C000'),
      line('both', 'square(11) | square(18)'),
      line('captured', 'square(15)'),
      line('black_after', 'black ^ both'),
      line('white_after', 'white & ~captured'),
    ],
  },
  crown: {
    black: 'black_after',
    kings: 'kings_after',
    lit: 'crowned',
    lines: [
      word('black', '0x04000220'),
      word('kings', '0x00000000'),
      line('to', 'square(32)'),
      line('black_after', 'black ^ (square(27) | to)'),
      line('crowned', 'to & 0xF0000000'),
      line('kings_after', 'kings | crowned'),
    ],
  },
  hop: {
    ...PIECES,
    lit: 'second_landing',
    lines: [
      word('black', '0x00002020'),
      word('white', '0x00020000'),
      word('kings', '0x00000020'),
      line('empty', '~(black | white)'),
      line('first_over', 'step_up_left(white) & black'),
      line('first_landing', 'step_up_left(first_over) & empty'),
      line('second_over', 'step_up_right(first_landing) & black'),
      line('second_landing', 'step_up_right(second_over) & empty'),
    ],
  },
  several: {
    black: 'black_after',
    white: 'white_after',
    kings: 'kings_after',
    lit: 'captured',
    lines: [
      word('black', '0x00002020'),
      word('white', '0x00020000'),
      word('kings', '0x00000020'),
      line('captured', 'square(14) | square(6)'),
      line('black_after', 'black & ~captured'),
      line('white_after', 'white ^ (square(18) | square(2))'),
      line('crowned', 'square(2) & 0x0000000F'),
      line('kings_after', 'kings & ~captured | crowned'),
    ],
  },
  recursion: { fen: FORK, black: 'black_now', white: 'white_now', square: 27, extra: 'hops', lines: [line('black_now', 'black'), line('white_now', 'white')] },
  lowest: {
    black: 'men',
    lit: 'first',
    lines: [
      word('men', '0x00104A20'),
      line('first', 'men & -men'),
      line('without_first', 'men ^ first'),
      line('second', 'without_first & -without_first'),
      line('without_second', 'without_first ^ second'),
      line('third', 'without_second & -without_second'),
    ],
  },
  turn: {
    white: 'white',
    lit: 'turned',
    lines: [
      word('white', '0x2B500000'),
      line('turned', 'turn(white)'),
      line('moved', 'step_down_left(turned)'),
      line('as_white', 'turn(moved)'),
      line('of_the_game', 'step_up_right(white)'),
      line('difference', 'as_white ^ of_the_game'),
    ],
  },
  adding: { width: 8, lit: 'sum', lines: [number('a', '0b00101101'), number('b', '0b00010111'), number('sum', 'a + b')] },
  multiplying: { width: 8, lit: 'product', lines: [number('a', '11'), number('b', '13'), number('product', 'a * b')] },
};

export const steps: readonly TourStep[] = STEP_IDS.map((id) => ({ id, ...content[id] }));
