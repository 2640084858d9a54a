// What the steps of the tour compute, in the order of their texts. Everything is run by the program itself.

import type { EvalOp } from '../api/types';

/** A word computed from others by name, or a number; `$square` and `$bit` are the square that was clicked on. */
export interface Line {
  name: string;
  op: EvalOp;
  args: string[];
  /** Its bits can be clicked on and off. */
  editable?: boolean;
  /** How it is written, where that is not plain from the operation. */
  code?: string;
}

export interface TourStep {
  lines: Line[];
  /** Which words are the pieces on the board. */
  black?: string;
  white?: string;
  kings?: string;
  /** The word whose bits are lit on the board. */
  lit: string;
  /** The position whose masks the game itself computes. */
  fen?: string;
  /** A click on the board chooses the square that the step is about, this one at first. */
  square?: number;
}

const word = (name: string, value: string): Line => ({ name, op: 'value', args: [value], editable: true });
const line = (name: string, op: EvalOp, ...args: string[]): Line => ({ name, op, args });

const START = '0x00000FFF';
const NONE = '0x00000000';

export const steps: TourStep[] = [
  {
    square: 11,
    lit: 'bit',
    lines: [line('bit', 'square', '$square'), line('shifted', 'shift_left', '1', '$bit')],
  },
  {
    black: 'men',
    lit: 'men',
    lines: [word('men', START), line('how_many', 'count', 'men')],
  },
  {
    black: 'black',
    white: 'white',
    kings: 'kings',
    lit: 'empty',
    lines: [
      word('black', '0x00004A21'),
      word('white', '0x58A00000'),
      word('kings', '0x40000001'),
      line('occupied', 'or', 'black', 'white'),
      line('empty', 'not', 'occupied'),
    ],
  },
  {
    square: 10,
    black: 'black',
    white: 'white',
    kings: 'kings',
    lit: 'bit',
    lines: [
      word('black', '0x00004A21'),
      word('white', '0x58A00000'),
      word('kings', '0x40000001'),
      line('bit', 'square', '$square'),
      line('answer', 'and', 'black', 'bit'),
      line('black_kings', 'and', 'black', 'kings'),
    ],
  },
  {
    black: 'after',
    lit: 'both',
    lines: [
      word('black', START),
      line('from', 'square', '11'),
      line('to', 'square', '15'),
      line('both', 'or', 'from', 'to'),
      line('after', 'xor', 'black', 'both'),
      line('again', 'xor', 'after', 'both'),
    ],
  },
  {
    black: 'men',
    lit: 'shifted',
    lines: [word('men', START), line('shifted', 'shift_left', 'men', '4')],
  },
  {
    black: 'men',
    lit: 'left',
    lines: [
      word('men', START),
      line('even_rows', 'and', 'men', '0x0F0F0F0F'),
      line('by_four', 'shift_left', 'even_rows', '4'),
      line('odd_rows', 'and', 'men', '0xE0E0E0E0'),
      line('by_three', 'shift_left', 'odd_rows', '3'),
      line('left', 'or', 'by_four', 'by_three'),
      line('of_the_game', 'step_down_left', 'men'),
      line('difference', 'xor', 'left', 'of_the_game'),
    ],
  },
  {
    black: 'black',
    white: 'white',
    lit: 'movers',
    lines: [
      word('black', START),
      word('white', '0xFFF00000'),
      line('occupied', 'or', 'black', 'white'),
      line('empty', 'not', 'occupied'),
      line('to_left', 'step_down_left', 'black'),
      line('free_left', 'and', 'to_left', 'empty'),
      line('movers_left', 'step_up_right', 'free_left'),
      line('to_right', 'step_down_right', 'black'),
      line('free_right', 'and', 'to_right', 'empty'),
      line('movers_right', 'step_up_left', 'free_right'),
      line('movers', 'or', 'movers_left', 'movers_right'),
    ],
  },
  {
    black: 'black',
    white: 'white',
    kings: 'kings',
    lit: 'king_squares',
    lines: [
      word('black', '0x00020480'),
      word('white', '0x18000000'),
      word('kings', '0x00020000'),
      line('occupied', 'or', 'black', 'white'),
      line('empty', 'not', 'occupied'),
      line('black_kings', 'and', 'black', 'kings'),
      line('up_left', 'step_up_left', 'black_kings'),
      line('up_right', 'step_up_right', 'black_kings'),
      line('up', 'or', 'up_left', 'up_right'),
      line('king_squares', 'and', 'up', 'empty'),
    ],
  },
  {
    black: 'black',
    white: 'white',
    lit: 'jumpers_left',
    lines: [
      word('black', '0x00000E60'),
      word('white', '0x4880C000'),
      line('occupied', 'or', 'black', 'white'),
      line('empty', 'not', 'occupied'),
      line('ahead', 'step_down_left', 'black'),
      line('over', 'and', 'ahead', 'white'),
      line('behind', 'step_down_left', 'over'),
      line('landings', 'and', 'behind', 'empty'),
      line('back', 'step_up_right', 'landings'),
      line('jumpers_left', 'step_up_right', 'back'),
    ],
  },
  {
    fen: 'B:W15,16,24,28,31:B6,7,10,11,12',
    black: 'black_now',
    white: 'white_now',
    kings: 'kings_now',
    lit: 'may_move',
    lines: [
      line('black_now', 'value', 'black'),
      line('white_now', 'value', 'white'),
      line('kings_now', 'value', 'kings'),
      line('may_move', 'value', 'movers'),
      line('can_jump', 'value', 'jumpers'),
      line('difference', 'xor', 'may_move', 'can_jump'),
    ],
  },
  {
    black: 'black_after',
    white: 'white_after',
    lit: 'captured',
    lines: [
      word('black', '0x00000E60'),
      word('white', '0x4880C000'),
      line('from', 'square', '11'),
      line('to', 'square', '18'),
      line('both', 'or', 'from', 'to'),
      line('captured', 'square', '15'),
      line('black_after', 'xor', 'black', 'both'),
      line('white_after', 'and_not', 'white', 'captured'),
    ],
  },
  {
    black: 'black_after',
    kings: 'kings_after',
    lit: 'crowned',
    lines: [
      word('black', '0x04000220'),
      word('kings', NONE),
      line('from', 'square', '27'),
      line('to', 'square', '32'),
      line('both', 'or', 'from', 'to'),
      line('black_after', 'xor', 'black', 'both'),
      line('crowned', 'and', 'to', '0xF0000000'),
      line('kings_after', 'or', 'kings', 'crowned'),
    ],
  },
  {
    black: 'black',
    white: 'white',
    kings: 'kings',
    lit: 'captured',
    lines: [
      word('black', '0x00002020'),
      word('white', '0x00020000'),
      word('kings', '0x00000020'),
      line('occupied', 'or', 'black', 'white'),
      line('empty', 'not', 'occupied'),
      line('first_ahead', 'step_up_left', 'white'),
      line('first_over', 'and', 'first_ahead', 'black'),
      line('first_behind', 'step_up_left', 'first_over'),
      line('first_landing', 'and', 'first_behind', 'empty'),
      line('second_ahead', 'step_up_right', 'first_landing'),
      line('second_over', 'and', 'second_ahead', 'black'),
      line('second_behind', 'step_up_right', 'second_over'),
      line('second_landing', 'and', 'second_behind', 'empty'),
      line('captured', 'or', 'first_over', 'second_over'),
      line('black_after', 'and_not', 'black', 'captured'),
      line('from_and_to', 'or', 'white', 'second_landing'),
      line('white_after', 'xor', 'white', 'from_and_to'),
      line('kings_left', 'and_not', 'kings', 'captured'),
      line('crowned', 'and', 'second_landing', '0x0000000F'),
      line('kings_after', 'or', 'kings_left', 'crowned'),
    ],
  },
  {
    black: 'men',
    lit: 'first',
    lines: [
      word('men', '0x00104A20'),
      line('first', 'lowest_bit', 'men'),
      line('without_first', 'xor', 'men', 'first'),
      line('second', 'lowest_bit', 'without_first'),
      line('without_second', 'xor', 'without_first', 'second'),
      line('third', 'lowest_bit', 'without_second'),
    ],
  },
  {
    white: 'white',
    lit: 'turned',
    lines: [
      word('white', '0x2B500000'),
      line('turned', 'turn', 'white'),
      line('step', 'step_down_left', 'turned'),
      line('as_white', 'turn', 'step'),
      line('of_the_game', 'step_up_right', 'white'),
      line('difference', 'xor', 'as_white', 'of_the_game'),
    ],
  },
];
