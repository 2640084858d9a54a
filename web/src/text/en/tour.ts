// The words of the tour, by the names of `learn/steps.ts`. Text between backquotes is code.

import type { StepId } from '../../learn/steps';

export const tour: Record<StepId, { title: string; text: string[] }> = {
  bit: {
    title: 'One square, one bit',
    text: [
      'Pieces only ever stand on the 32 dark squares, and a 32-bit word has just as many bits. So give every square a bit: square 1 has bit 0, square 32 has bit 31.',
      'The bit of a square is the number 1, shifted to its place. For square 11 that is `1 << 10`; here it is also written `square(11)`. Click on any square of the board to see its bit.',
    ],
  },
  set: {
    title: 'A set of squares is a word',
    text: [
      'Put several bits into one word and you have a set of squares, which is called a mask. These are Black’s men at the start of a game: the lowest twelve bits, `0x00000FFF`.',
      'Counting the men is counting the bits, which a processor does in one instruction.',
    ],
  },
  position: {
    title: 'A position is three words',
    text: [
      'One word for Black’s pieces, one for White’s, one for the kings of both. Nothing else is stored about the board.',
      'All the rest is computed. OR puts sets together: `occupied = black | white`. NOT turns every bit over: `empty = ~occupied`. C, Java and Python write NOT as `~`, Rust as `!`.',
    ],
  },
  and: {
    title: 'AND asks a question',
    text: [
      'AND keeps the bits that both words have. So `black & bit` asks: does Black stand on that square? If the answer is not zero, yes. Click on the board to ask about another square.',
      'It asks about all squares at once, too: `black & kings` are Black’s kings.',
    ],
  },
  coordinates: {
    title: 'Coordinates, or a mask',
    text: [
      'A program with a grid turns the number of a square into a row and a column: `y = b / 8`, `x = b - 8 * y`, and then looks at `grid[y][x]`. That is a division, a multiplication, a subtraction, and a look into memory.',
      'With masks the same question is `(black & bit) != 0`: one operation and a comparison with zero. Click on the board and compare.',
    ],
  },
  memory: {
    title: '96 bits, or 4,480',
    text: [
      'Three words of 32 bits are the whole position: `3 * 32 = 96` bits.',
      'With an object of 16 bits for each of 24 pieces, and a grid of 64 pointers of 64 bits each, it is `24 * 16 + 64 * 64 = 4480` bits. The words take 97.9 % less, and a whole position fits into two registers of a processor.',
    ],
  },
  xor: {
    title: 'XOR makes a move',
    text: [
      'XOR turns over exactly those bits that the other word has. To move a man from 11 to 15, turn over both of their bits: one goes out, the other goes on.',
      'Do it again and the man is back. That is how a move is taken back.',
    ],
  },
  shift: {
    title: 'A shift moves everybody',
    text: [
      'Shift a word by four and every man goes one row down the board, all twelve of them in one operation. No loop, no list of pieces.',
      'But look where they went. From some rows four squares further is down and to the left, from others it is down and to the right: the rows are set off against each other.',
    ],
  },
  downLeft: {
    title: 'Down and to the left',
    text: [
      'So a step to the left shifts the even rows (the first, third, fifth, seventh from the top) by four and the odd ones by three. Men on the left edge have no square there, and a mask takes them out first: `0xE0E0E0E0` lacks that edge.',
      'The last line compares with the step that the game itself uses: XOR of equal words is zero. Inside, the game numbers the squares so that a step is a single rotation on every row.',
    ],
  },
  downRight: {
    title: 'Down and to the right',
    text: ['To the right it is the even rows that touch the edge. They are shifted by five, without their last square: `0x07070707`. The odd rows are shifted by four.'],
  },
  upLeft: {
    title: 'Up and to the left',
    text: ['White’s men go up, to lower bits, so the shifts go to the right: the even rows by four, the odd ones by five, without the left edge.'],
  },
  upRight: {
    title: 'Up and to the right',
    text: ['And the last of the four: the even rows by three, without the right edge, the odd ones by four. Men in the top row fall out of the word by themselves.'],
  },
  constants: {
    title: 'Masks that never change',
    text: [
      'Programs keep such masks as constants with names. `left_move` has the squares from which a man can step to the left, `left_jump` those from which it can jump to the left: `men & left_jump` needs no other test for the edge.',
      'Left is as the player sees it, so Black’s constants are White’s, turned by half a turn.',
    ],
  },
  layouts: {
    title: 'Two layouts: 32 or 64 bits',
    text: [
      'The 32-bit layout has a bit for each dark square. It is small, but rows are set off, so a step takes two shifts.',
      'The 64-bit layout has a bit for every square, a1 is bit 0 and h8 is bit 63. A step down and to the left is `>> 9` on every row. Men who fall over the edge arrive on light squares, and one AND with the dark ones removes them.',
    ],
  },
  movers: {
    title: 'Who can move?',
    text: [
      'Step all of Black’s men down to the left, and keep those that arrive on an empty square. Step back up to the right, and you have the men that can make that step.',
      'The same to the right, then OR. Seven operations, and every man that can move is known. Put pieces on the board or take them off and watch.',
    ],
  },
  kings: {
    title: 'Kings look both ways',
    text: ['Men of Black step down the board, kings up as well. `black & kings` picks the kings out, and they step in the two other directions.'],
  },
  jump: {
    title: 'A jump is two steps',
    text: [
      'Step once, and keep what arrives on a white piece. Step on in the same direction, and keep what arrives on an empty square: that is where jumps end.',
      'Two steps back, and there are the jumpers.',
    ],
  },
  forced: {
    title: 'Who can jump must jump',
    text: [
      'If the word of jumpers is not zero, no other piece may move. That is all there is to the rule of forced captures: one comparison with zero.',
      'Here is the game’s own answer. The movers are the jumpers, so their XOR is zero. Men that could only step are left out.',
    ],
  },
  pick: {
    title: 'A piece in the hand',
    text: [
      'When a piece is picked up, a program needs three things: its `selection`, the mask of its own square; the mask of its `moves`, which are marked on the board; and for each square where it can land, the mask of what is `captured` on the way.',
      'There are 32 of those masks, one for each square, and most of them are zero. Click on another piece to pick it up.',
    ],
  },
  capture: {
    title: 'A capture',
    text: [
      'The man that jumps is moved with XOR, as always. The piece in between is taken off with AND NOT: keep White’s pieces, but not this one.',
      'If it was a king, its bit goes out of `kings` in the same way.',
    ],
  },
  crown: {
    title: 'Crowning',
    text: [
      'Black’s men are crowned on squares 29 to 32: the top four bits, `0xF0000000`. AND with the square where the move ends is that square if it is on the crown row, and zero if not.',
      'So no question has to be asked: `kings | to & crown_row` is right either way.',
    ],
  },
  hop: {
    title: 'Hop by hop',
    text: [
      'White’s man on 18 jumps 14, lands on 9, jumps the king on 6, and lands on 2. Each hop is a step onto a black piece and a step onto an empty square, starting from where the last hop ended.',
    ],
  },
  several: {
    title: 'The end of a long jump',
    text: ['The captured pieces were collected with OR, and are taken off together at the end. The man comes out as a king, because 2 is on its crown row.'],
  },
  recursion: {
    title: 'Recursion at a fork',
    text: [
      'After a hop, the same question is asked again from the new square: a function that calls itself. At a fork it follows one way to its end, comes back, and follows the other.',
      'Go through it hop by hop. Each call adds a bit to `captured`; coming back forgets it again. Two ways lead to 2 here, and they capture different pieces, so they are different moves.',
    ],
  },
  lowest: {
    title: 'One piece after the other',
    text: [
      'Sometimes a program has to visit each piece. `word & -word` is the lowest bit alone; XOR takes it out, and the next one is the lowest. When the word is zero, all have been visited.',
    ],
  },
  turn: {
    title: 'One board for both sides',
    text: [
      'Read the bits in the opposite order, and the board is turned by half a turn. Seen from there, White’s men go down the board as Black’s do.',
      'So every rule above has to be written only once. That is the whole game: AND, OR, XOR, NOT and shifts.',
    ],
  },
  adding: {
    title: 'Adding without plus',
    text: [
      'Even plus can be made of these operations. XOR adds without carrying: `sum = a ^ b`. A bit is carried where both have one, to the next place: `carry = (a & b) << 1`.',
      'Now add the carry in the same way, until there is none. Each round is a line below.',
    ],
  },
  multiplying: {
    title: 'Multiplying, and a calculator',
    text: [
      'To multiply, one factor is doubled again and again, and added for each bit of the other. Subtracting borrows where adding carries, and dividing subtracts as often as it can.',
      'The calculator does all of it, with words of 8 to 64 bits, step by step. And the exercises are for you.',
    ],
  },
};
