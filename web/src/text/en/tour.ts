// The words of the tour. The operations behind each step are in `learn/steps.ts`, in the same order.
// Text between backquotes is code.

export const tour: { title: string; text: string[] }[] = [
  {
    title: 'One square, one bit',
    text: [
      'Pieces only ever stand on the 32 dark squares, and a computer word has 32 bits. So give every square a bit: square 1 has bit 0, square 32 has bit 31.',
      'The bit of a square is the number 1, shifted to its place. Square 11 is `1 << 10`. Click on any square of the board to see its bit.',
    ],
  },
  {
    title: 'A set of squares is a word',
    text: [
      'Put several bits into one word and you have a set of squares. These are Black’s men at the start of a game: the lowest twelve bits, `0x00000FFF`.',
      'Counting the men is counting the bits, which a processor does in one instruction.',
    ],
  },
  {
    title: 'A position is three words',
    text: [
      'One word for Black’s pieces, one for White’s, one for the kings of both. Nothing else is stored about the board.',
      'All the rest is computed. OR puts sets together: `occupied = black | white`. NOT turns every bit over: `empty = !occupied`.',
    ],
  },
  {
    title: 'AND asks a question',
    text: [
      'AND keeps the bits that both words have. So `black & bit` asks: does Black stand on that square? If the answer is not zero, yes. Click on the board to ask about another square.',
      'It asks about all squares at once, too: `black & kings` are Black’s kings.',
    ],
  },
  {
    title: 'XOR makes a move',
    text: [
      'XOR turns over exactly those bits that the other word has. To move a man from 11 to 15, turn over both of their bits: one goes out, the other goes on.',
      'Do it again and the man is back. That is how a move is taken back.',
    ],
  },
  {
    title: 'A shift moves everybody',
    text: [
      'Shift a word by four and every man goes one row down the board, all twelve of them in one operation. No loop, no list of pieces.',
      'But look where they went. From some rows four squares further is down and to the left, from others it is down and to the right: the rows are set off against each other.',
    ],
  },
  {
    title: 'A step on every row',
    text: [
      'So a step to the left shifts the even rows by four and the odd rows by three. Men on the left edge have no square there, and a mask takes them out first.',
      'The last line compares with the step that the game itself uses: XOR of equal words is zero. (Inside, the game numbers the squares so cleverly that a step is a single rotation on every row.)',
    ],
  },
  {
    title: 'Who can move?',
    text: [
      'Step all of Black’s men down to the left, and keep those that arrive on an empty square. Step back up to the right, and you have the men that can make that step.',
      'The same to the right, then OR. Six operations, and every man that can move is known. Put pieces on the board or take them off and watch.',
    ],
  },
  {
    title: 'Kings look both ways',
    text: [
      'Men of Black step down the board, kings up as well. `black & kings` picks the kings out, and they step in the two other directions.',
    ],
  },
  {
    title: 'A jump is two steps',
    text: [
      'Step once, and keep what arrives on a white piece. Step on in the same direction, and keep what arrives on an empty square: that is where jumps end.',
      'Two steps back, and there are the jumpers.',
    ],
  },
  {
    title: 'Who can jump must jump',
    text: [
      'If the word of jumpers is not zero, no other piece may move. That is all there is to the rule of forced captures: one comparison with zero.',
      'Here is the game’s own answer. The movers are the jumpers, so their XOR is zero. Men that could only step are left out.',
    ],
  },
  {
    title: 'A capture',
    text: [
      'The man that jumps is moved with XOR, as always. The piece in between is taken off with AND NOT: keep White’s pieces, but not this one.',
      'If it was a king, its bit goes out of `kings` in the same way.',
    ],
  },
  {
    title: 'Crowning',
    text: [
      'Black’s men are crowned on squares 29 to 32: the top four bits, `0xF0000000`. AND with the square where the move ends is that square if it is on the crown row, and zero if not.',
      'So no question has to be asked: `kings | (to & crown_row)` is right either way.',
    ],
  },
  {
    title: 'A multi-jump',
    text: [
      'White’s man on 18 jumps 14, lands on 9, jumps the king on 6, and lands on 2. Each hop is a step onto a black piece and a step onto an empty square, starting from where the last hop ended.',
      'The captured pieces are collected with OR and taken off together at the end. The man comes out as a king, because 2 is on its crown row.',
    ],
  },
  {
    title: 'One piece after the other',
    text: [
      'Sometimes a program has to visit each piece. `word & -word` is the lowest bit alone; XOR takes it out, and the next one is the lowest. When the word is zero, all have been visited.',
    ],
  },
  {
    title: 'One board for both sides',
    text: [
      'Read the bits in the opposite order, and the board is turned by half a turn. Seen from there, White’s men go down the board as Black’s do.',
      'So every rule above has to be written only once. That is the whole game: AND, OR, XOR, NOT and shifts.',
    ],
  },
];
