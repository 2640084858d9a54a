// The words of the course of the rules, by the names of `learn/rules/lessons.ts`: what to know, what to do, what to say when it was
// done, and what when a legal move was made that was not asked for. Text between backquotes is code.

import type { LessonId } from '../../learn/rules/ids';

export interface LessonText {
  title: string;
  text: string[];
  tasks: string[];
  done: string;
  other: string;
}

export const rules: Record<LessonId, LessonText> = {
  squares: {
    title: 'The board and its numbers',
    text: [
      'Checkers is played on the 32 dark squares. Each player has twelve men. Black sits at the top here and moves first, White at the bottom.',
      'The dark squares have numbers, from 1 at the top left to 32 at the bottom right, row by row.',
    ],
    tasks: ['Click on square 18.', 'Now on square 1.', 'And on square 32.'],
    done: 'You can find any square by its number.',
    other: 'That is another square. Look at the small numbers.',
  },
  step: {
    title: 'A man moves',
    text: ['A man moves one square, diagonally and forward, to an empty square. Black’s men go down the board.'],
    tasks: ['Move the black man: click on it, then on one of the marked squares. You can drag it, too.'],
    done: 'That was a move. Next it would be White’s turn.',
    other: 'That is not what was asked for.',
  },
  forward: {
    title: 'Forward is away from you',
    text: ['White’s men go up the board. Men never move backward, whichever side they are on.'],
    tasks: ['You are White now. Move one of the white men.'],
    done: 'Up the board it goes.',
    other: 'That is not what was asked for.',
  },
  jump: {
    title: 'Jumping',
    text: ['If an opponent’s piece stands next to yours on a diagonal, and the square right behind it is empty, you jump over it. The jumped piece is captured and leaves the board.'],
    tasks: ['Jump over the white man on 18.'],
    done: 'Captured. The white man is gone.',
    other: 'That is not what was asked for.',
  },
  must: {
    title: 'You must jump',
    text: ['If you can jump, you must. No other move is allowed then, however good it looks. Pieces that must jump have a flag.', 'Try the man on 9 first, if you like: you will be told why it has to wait.'],
    tasks: ['It is Black’s turn. Make the move that must be made.'],
    done: 'Right: the jump came first.',
    other: 'That is not what was asked for.',
  },
  choice: {
    title: 'Which jump is up to you',
    text: ['If there are several jumps, you choose. It need not be the one that takes the most.'],
    tasks: ['White can take two pieces, or just one. Take just the one on 15.'],
    done: 'One piece taken, and that was allowed.',
    other: 'That jump is allowed, too. But this time, take only the piece on 15.',
  },
  several: {
    title: 'Several jumps in one move',
    text: ['If your piece can jump again from where it has landed, it must, in the same move. It goes on until it can jump no more.'],
    tasks: ['Take both white men with the man on 9. You can click on the last square right away.'],
    done: 'Two pieces in one move.',
    other: 'That is not what was asked for.',
  },
  fork: {
    title: 'A fork on the way',
    text: ['Sometimes there are two ways to go on. Then you choose at the fork. Whichever way you take, you have to go it to the end.'],
    tasks: ['Jump with the man on 27: over 23, and then to square 11.'],
    done: 'You chose the way to 11.',
    other: 'That was the other way. Try again, and end on 11.',
  },
  crown: {
    title: 'Crowning',
    text: ['A man that reaches the last row becomes a king. It gets a crown. Black is crowned on 29 to 32, White on 1 to 4.'],
    tasks: ['Bring the black man to the last row.'],
    done: 'A king!',
    other: 'That is not what was asked for.',
  },
  crownEnds: {
    title: 'Crowning ends the move',
    text: ['A man that becomes a king stops there, even if it jumped and a king could jump on. It has to wait for its next turn.'],
    tasks: ['Jump with the white man, and become a king.'],
    done: 'Crowned on 2. The piece on 6 is next to the new king, but the move is over.',
    other: 'That is not what was asked for.',
  },
  king: {
    title: 'Kings go both ways',
    text: ['A king moves one square in any of the four directions, backward as well. In this game kings do not fly: one square, not more.'],
    tasks: ['Move Black’s king backward: up the board.'],
    done: 'Only kings can do that.',
    other: 'A king may do that. But this time, go backward: up the board, to 14 or 15.',
  },
  kingJumps: {
    title: 'Kings jump both ways',
    text: ['A king jumps in all four directions, and can turn on its way. It has to stand right beside the piece it jumps.'],
    tasks: ['Take two men with Black’s king.'],
    done: 'Up the board, twice. A man could not have done it.',
    other: 'That is not what was asked for.',
  },
  win: {
    title: 'How you win',
    text: ['You win when it is your opponent’s turn and they cannot move. Mostly that is because they have no pieces left.'],
    tasks: ['Win the game with one move.'],
    done: 'You have won.',
    other: 'That is not what was asked for.',
  },
  block: {
    title: 'Blocked is lost',
    text: ['A player who has pieces but cannot move any of them has lost as well.'],
    tasks: ['Block the white man on 21, so that it can neither move nor jump.'],
    done: 'White has a man, but no move.',
    other: 'White could still move or jump after that. Leave no empty square, neither next to 21 nor behind the man that blocks.',
  },
  draw: {
    title: 'Draws',
    text: [
      'A game is a draw if the players agree on it, if the same position comes up three times with the same side to move, or if both sides make 40 moves in a row without a capture or a move of a man.',
      'Here neither side can win. Go back and forth, and White will do the same.',
    ],
    tasks: ['Move your king from 1 to 6.', 'Back from 6 to 1.', 'To 6 once more.', 'And back to 1.'],
    done: 'The third time: in a game, this is a draw.',
    other: 'That is a legal move. But the position has to come back: go between 1 and 6.',
  },
  read: {
    title: 'Reading a game',
    text: [
      'Moves are written with the numbers of the squares: `11-15` is a move from 11 to 15. A jump has an `x`: `15x22`. A jump of several hops has each landing square: `9x18x25`.',
      'Here is the beginning of a game: `1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13`. Black’s move comes first each time.',
    ],
    tasks: ['Play Black’s first move. White answers by itself.', 'Play Black’s second move.', 'And the third.'],
    done: 'That is an opening with a name: the Old Fourteenth. You can read checkers now.',
    other: 'That is a legal move, but the game says another one. Look at the numbers.',
  },
  write: {
    title: 'Writing a move',
    text: ['Moves can be typed, too, wherever you play here. The arrow shows a jump of two hops.'],
    tasks: ['Type the move that the arrow shows.'],
    done: 'Written like a record. Now you know all the rules: play your first game.',
    other: 'That is another move. Write the square that it leaves, and each square where it lands, with x between them.',
  },
};
