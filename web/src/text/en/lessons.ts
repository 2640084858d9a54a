// Every text of the lessons, in English. They are fetched when lessons are opened. A translation is another object of this shape.

import { rules } from './course';
import { tour } from './tour';
import { count } from './words';

export type Lessons = typeof lessons;

/** What is wrong with a calculation: the parameters of its code. */
export interface Fault {
  /** Where it is. */
  at?: number;
  /** The character, the number or the name that it is about. */
  text?: string;
  /** How many there should be: bits of a number, words of a function. */
  most?: number;
  given?: number;
}

export const lessons = {
  rules,
  tour,

  tabs: { rules: 'Rules', tour: 'Tour', exercises: 'Exercises', calculator: 'Calculator', bits: 'Bits' },

  course: {
    steps: 'Steps of the course',
    next: 'Next',
    back: 'Back',
    contents: 'All steps',
    again: 'Start this step again',
    playNow: 'Play a game',
    times: (n: number) => `This position has been on the board ${n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`}.`,
  },

  bits: {
    title: 'The bits of the position',
    lead: 'A position is three words of 32 bits. Everything else is made from them.',
    masks: 'Masks',
    names: {
      black: 'black',
      white: 'white',
      kings: 'kings',
      occupied: 'occupied',
      empty: 'empty',
      movers: 'movers',
      movers_left: 'movers left',
      movers_right: 'movers right',
      jumpers: 'jumpers',
    } as Record<string, string>,
    about: {
      black: 'Black’s pieces.',
      white: 'White’s pieces.',
      kings: 'The kings of both sides.',
      occupied: 'Where a piece stands.',
      empty: 'Where none stands.',
      movers: 'Pieces of the side to move that have a legal move.',
      movers_left: 'Pieces that can step to the left, jump or no jump.',
      movers_right: 'Pieces that can step to the right, jump or no jump.',
      jumpers: 'Pieces that can jump. If there are any, no other piece may move.',
    } as Record<string, string>,
    layout: 'Layout',
    layout32: '32 bits: dark squares',
    layout64: '64 bits: all squares',
    binary: 'Binary',
    hex: 'Hex',
    editable: 'Click on a bit to turn it on or off. The board follows.',
    derived: 'This mask is made from the three words. Change those, and it follows.',
    bit: (position: number, name: string, on: boolean) => `bit ${position}, square ${name}, ${on ? '1' : '0'}`,
    asText: 'As plain text',
    pointer: 'Under the pointer',
    pointAt: 'Point at a square to see its bit.',
    pointed: (square: number, name: string) => `Square ${square}, ${name}`,
    operations: 'What the last move did',
    noOperations: 'Make a move on the board to see the operations that make it.',
    moved: (move: string) => `Move ${move}`,
    turn: 'To move',
    fromGame: 'From the game',
    start: 'Start',
    problems: 'These bits are not a legal position:',
    fine: 'A legal position: make a move on the board.',
    xor: 'XOR',
    and_not: 'AND NOT',
  },

  tourUi: {
    live: 'Every word below was computed by the program just now.',
    tryIt: 'Try it: click on the board.',
    lines: 'Operations',
    reset: 'Reset',
    toggle: (name: string, square: number, on: boolean) => `${name}, square ${square}, ${on ? '1' : '0'}`,
    done: 'To the calculator',
  },

  pick: {
    title: 'The piece in the hand',
    none: 'Pick up a piece on the board to see its masks.',
    selection: 'selection',
    moves: 'moves',
    captured: (square: number) => `captured[${square}]`,
    onTheWay: 'on the way',
    others: (n: number) => `The ${n} other masks are 0.`,
    noJumps: 'This piece captures nothing, so all 32 masks are 0.',
    recursion: 'Recursion, hop by hop',
    forth: 'One hop on',
    back: 'One hop back',
    notYet: 'No hop yet. The piece looks in each direction.',
    end: 'No further: back to the last fork.',
    goesOn: 'From here it looks again.',
    crowned: 'The end of this way.',
  },

  constants: {
    title: 'Constants',
    player: 'Player',
    fromA1: (hex: string) => `${hex} where bit 0 is a1 and rows go up`,
    about: {
      even_rows: 'The first, third, fifth and seventh row from the player.',
      odd_rows: 'The other four.',
      start: 'Where the player’s men begin.',
      crown_row: 'Where they are crowned.',
      left_move: 'From here there is a square ahead to the left.',
      right_move: 'From here there is a square ahead to the right.',
      left_jump: 'From here a jump ahead to the left stays on the board.',
      right_jump: 'From here a jump ahead to the right stays on the board.',
    } as Record<string, string>,
  },

  calculator: {
    lead: 'Words in hex, binary or decimal, the masks of the position by name, every operation. Each step is shown.',
    input: 'Calculation',
    width: 'Bits in a word',
    bits: (n: number) => count(n, 'bit'),
    compute: 'Compute',
    operations: 'Operations',
    examples: 'Examples',
    result: 'Result',
    decimal: 'Decimal',
    steps: 'Step by step',
    overflows: 'The true result does not fit, so it was wrapped around.',
    rounds: 'With bit operations alone, round by round',
    words: 'Words',
    position: 'Masks are those of the position in “Bits”, constants those of the side to move. Words have 32 or 64 bits.',
    insert: (what: string) => `Insert ${what}`,
    /** What each operation does, by its sign or name. */
    about: {
      '&': 'AND: bits that both have',
      '|': 'OR: bits that either has',
      '^': 'XOR: bits that one of them has',
      '~': 'NOT: every bit turned over',
      '<<': 'shift left',
      '>>': 'shift right',
      '+': 'add',
      '-': 'subtract',
      '*': 'multiply',
      '/': 'divide',
      '%': 'remainder',
      mask: 'one bit, by its position',
      square: 'one bit, by its square',
      set: 'a bit made 1',
      clear: 'a bit made 0',
      flip: 'a bit turned over',
      check: 'is a bit 1?',
      move: 'a bit moved to another position',
      count: 'how many bits are 1',
      lowest: 'the position of the lowest 1',
      lowest_bit: 'the lowest 1 alone',
      match: 'have two words a bit in common?',
      merge: 'one word, but another where a third has bits',
      turn: 'the board turned by half a turn',
      step_up_left: 'one step up and to the left',
      step_up_right: 'one step up and to the right',
      step_down_left: 'one step down and to the left',
      step_down_right: 'one step down and to the right',
    } as Record<string, string>,
  },

  exercises: {
    which: 'Which one is it?',
    write: 'Write it',
    words: 'You may use',
    check: 'Check',
    right: (n: number) => `Right, on all ${n} positions at random.`,
    wrong: (n: number) => (n === 1 ? 'Not yet. Here it is wrong:' : `Not yet. It was right ${n - 1 === 1 ? 'once' : `${n - 1} times`}, and here it is wrong:`),
    expected: 'should be',
    found: 'came out',
    solution: 'Show a solution',
    solved: (n: number, of: number) => `${n} of ${of} solved`,
    end: 'To the calculator',
    tasks: {
      which_occupied: { title: 'Occupied', text: 'Which mask tells where any piece stands?' },
      empty: { title: 'Empty', text: 'Write the mask of all empty squares.' },
      which_men: { title: 'Men', text: 'Which mask tells where Black’s men stand, without the kings?' },
      white_kings: { title: 'Kings', text: 'Write the mask of White’s kings.' },
      top_row: { title: 'A row', text: 'Write the mask of White’s pieces in the top row: squares 1 to 4.' },
      move: { title: 'A move', text: '`from` has the bit of one of Black’s pieces, `to` that of an empty square. Write what `black` is after the move.' },
      which_capture: { title: 'A capture', text: 'A white piece is captured, and `captured` has its bit. Which mask are White’s pieces afterwards?' },
      crown: { title: 'Crowning', text: 'A black man moves to `to`. Write what `kings` is afterwards: with a new king if `to` is one of 29 to 32, the same as before if not.' },
      lowest: { title: 'The lowest bit', text: 'Write the mask of the lowest bit of `black` alone. It is 0 if there is none.' },
      which_left: { title: 'Down and to the left', text: 'Which mask are the squares one step down and to the left of Black’s pieces?' },
      step_right: { title: 'Down and to the right', text: 'Write the squares one step down and to the right of Black’s pieces. Mind the edge.' },
      step_up: { title: 'Up and to the left', text: 'Write the squares one step up and to the left of White’s pieces. Mind the edge.' },
      movers: { title: 'Who can move?', text: 'Write the mask of Black’s pieces that can step down the board to an empty square. A step back from an empty square leads to them.' },
      jumpers: { title: 'Who can jump?', text: 'Write the mask of Black’s pieces that can jump down and to the left: over a white piece, to an empty square.' },
    } as Record<string, { title: string; text: string }>,
  },

  /** What is wrong with a calculation, by its code. */
  faults: {
    empty: () => 'There is nothing to compute. Write something like black | white.',
    too_long: () => 'This is too long, or has too many brackets inside each other.',
    unknown_sign: ({ at, text }: Fault) => `“${text}” at character ${at} means nothing here. The signs are & | ^ ~ << >> + - * / % ( ).`,
    missing_word: ({ at }: Fault) => `A number, a name or a bracket is missing at character ${at}.`,
    missing_sign: ({ at }: Fault) => `A sign such as & or | is missing at character ${at}.`,
    unclosed: ({ at }: Fault) => `The bracket at character ${at} is not closed.`,
    bad_number: ({ text, most }: Fault) => `“${text}” is not a number of ${most} bits. Numbers look like 11, 0b1011 or 0xB.`,
    unknown_name: ({ text }: Fault) => `There is no word “${text}” here.`,
    unknown_function: ({ text }: Fault) => `There is no function “${text}”.`,
    wrong_count: ({ text, most = 0, given }: Fault) => `${text} takes ${count(most, 'word')} in its brackets, and there ${given === 1 ? 'is' : 'are'} ${given}.`,
    needs_board: ({ text }: Fault) => `${text} is about the 32 dark squares, so it needs words of 32 bits.`,
    not_here: ({ text }: Fault) => `${text} is what you are asked to write. Use & | ^ ~ << >>.`,
    division_by_zero: () => 'This divides by zero.',
  } as Record<string, (fault: Fault) => string>,
};
