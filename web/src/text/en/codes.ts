// Sentences for codes: results, refusals, moves that are not legal, hints, errors.

import type { GameResult, ResultReason, Side } from '../../api/types';
import { badMoveOf, known, refusalOf, type BadMove, type BadMoveCode, type DeclineCode, type ErrorCode, type Hint, type HintCode, type RefusalCode, type Told } from '../codes';
import { lineOf, type Speaker } from '../speaker';
import { count, side, speaker as usual } from './words';

/** Why a side has won, with the side that has lost. */
const wins: Partial<Record<ResultReason, (loser: string) => string>> = {
  no_pieces: (loser) => `${loser} has no pieces left`,
  no_moves: (loser) => `${loser} cannot move`,
  resignation: (loser) => `${loser} resigned`,
  time: (loser) => `${loser} ran out of time`,
  forfeit: (loser) => `${loser} forfeited the game`,
  abandoned: (loser) => `${loser} left the game`,
};

const draws: Partial<Record<ResultReason, string>> = {
  agreement: 'by agreement',
  repetition: 'the same position occurred three times',
  forty_moves: 'forty moves without progress',
  abandoned: 'a player left the game',
};

const refusals: Record<RefusalCode, string> = {
  over: 'The game is over.',
  not_over: 'The game is not over.',
  not_your_turn: 'It is your opponent’s turn.',
  stale: 'The game has moved on.',
  bad_move: 'This move is not possible.',
  time_over: 'Your time is over.',
  nothing_asked: 'There is nothing to answer.',
  asked_before: 'You have asked already. Ask again after your next move.',
  nothing_to_claim: 'No draw can be claimed here: the position has not occurred three times, and forty moves have not passed.',
  not_away: 'Your opponent is there.',
  too_soon: 'Your opponent may still come back. Wait a little longer.',
  nothing_to_take_back: 'There is no move to take back.',
  nothing_to_redo: 'There is no move to redo.',
  has_begun: 'Both sides have moved: resign or offer a draw instead.',
  has_not_begun: 'The game has hardly begun: it can be aborted instead.',
  not_free: 'This is not possible in a game with others.',
  bad_start: 'From this position the game would be over at once.',
};

const list = (items: readonly string[] = []) => (items.length > 1 ? `${items.slice(0, -1).join(', ')} or ${items.at(-1)}` : String(items[0] ?? ''));
const pieces = (squares: readonly string[] = []) => `the ${squares.length > 1 ? 'pieces' : 'piece'} on ${squares.join(', ')}`;

const badMoves: Record<BadMoveCode, (about: BadMove, first: string, second: string) => string> = {
  unreadable: ({ text, examples }) => `“${text}” is not a move. A move looks like ${list(examples)}.`,
  square: ({ text, isStyled }) => `There is no square “${text}”. ${isStyled ? 'Squares have the names that stand on the board.' : 'Squares are 1 to 32, or a1 to h8 for the dark ones.'}`,
  too_few_squares: ({ text, examples }) => `“${text}” is half a move. Give the square you leave and the one you go to, as in ${examples[0]}.`,
  ambiguous: ({ moves }) => `Several moves fit. Type ${list(moves)} in full.`,
  no_piece: ({ side }, square) => `There is no piece on ${square}. Choose one of ${side}’s marked pieces.`,
  not_yours: ({ side, other }, square) => `The piece on ${square} is ${other}’s, and it is ${side}’s turn.`,
  must_capture: ({ squares, moves }) => `You must jump: ${pieces(squares)} can jump. Play ${list(moves)}.`,
  piece_must_capture: ({ moves }, square) => `The piece on ${square} can jump, so it may not step. Play ${list(moves)}, or move another piece.`,
  only_captures_follow: ({ moves }) => `After a jump only jumps follow. Play ${list(moves)}, or end the turn.`,
  blocked: (_, square) => `${square} is occupied. A piece needs an empty square to land on.`,
  backwards: ({ other }, square) => `The man on ${square} cannot go backwards; only kings can. Move it towards ${other}’s side of the board.`,
  not_a_step: (_, from, to) =>
    `${from} and ${to} are not a move apart. Step to the next square on a diagonal, or jump one piece to the square behind it.`,
  nothing_to_jump: ({ other }, square) => `There is nothing to jump on ${square}. Only a piece of ${other}’s can be jumped; otherwise step one square.`,
  own_piece: ({ other }, square) => `The piece on ${square} is your own. Only a piece of ${other}’s can be jumped.`,
  jumped_already: (_, square) => `The piece on ${square} was jumped already, and a piece is jumped only once. Choose another way.`,
  step_ends_move: (_, square) => `A move without a jump ends on ${square}. Give that square as the last one.`,
  jump_not_complete: ({ moves }) => `The jump has to go on to its end. Play ${list(moves)}.`,
  jump_ends_here: (_, square) => `The jump ends on ${square}. Give that square as the last one.`,
  turn_not_over: () => 'There is no turn to end. Make a move.',
  game_over: () => 'The game is over. Start a new one, or take a move back.',
};

const inPlies = (plies?: number) => (plies === undefined ? '' : ` in ${count(plies, 'ply', 'plies')}`);

const hints: Record<HintCode, (hint: Hint) => string> = {
  only_move: () => 'it is the only legal move',
  known_win: ({ plies }) => `the endgame database knows that it wins${inPlies(plies)}`,
  known_draw: () => 'the endgame database knows that it holds the draw',
  known_loss: ({ plies }) => `it holds out longest, though the endgame database knows that it loses${inPlies(plies)}`,
  wins: ({ plies }) => `it wins${inPlies(plies)}`,
  loses: ({ plies }) => `it holds out longest, though it loses${inPlies(plies)}`,
  won_ending: () => 'it leads to a won ending',
  lost_ending: () => 'it is the hardest to beat, though it loses',
  gains: ({ men = 1 }) => (men === 1 ? 'it wins a man' : `it wins ${count(men, 'man', 'men')}`),
  crowns: () => 'it brings a man to the crown row',
  only_good: () => 'every other move is clearly worse',
  better: () => 'it keeps the better game',
  worse: () => 'it is the best of a worse game',
  balance: () => 'it keeps the balance',
};

const declines: Record<DeclineCode, string> = {
  too_early: 'it is too early for that',
  better: 'it likes its position',
};

/** Errors about which the code says everything. About the others the server’s own words say more. */
const errors: Partial<Record<ErrorCode, string>> = {
  method_not_allowed: 'The server cannot do this.',
  try_again: 'That did not work just now. Try again in a moment.',
  too_large: 'The request is too large.',
  wrong_type: 'The body must be JSON, sent as application/json.',
  storage: 'The game could not be saved, so nothing was changed. Try again in a moment.',
  too_many_moves: 'This study is full: it holds no more moves.',
  too_deep: 'Variations cannot be nested any deeper.',
  too_long: 'This text is too long.',
  too_much_text: 'The comments of this study are too long altogether.',
  too_many_shapes: 'There is no room for more arrows and circles on this board.',
  too_many_tags: 'This study has too many details already.',
};

/** How a game ended. */
export function result({ winner, reason }: GameResult, called = side): string {
  if (reason === 'aborted') return 'The game was aborted and does not count.';
  if (reason === 'recorded') return winner ? `${called(winner)} won the game.` : 'The game was drawn.';
  if (winner) return `${called(winner)} wins${wins[reason] ? `: ${wins[reason](called(winner === 'black' ? 'white' : 'black'))}` : ''}.`;
  return `Draw${draws[reason] ? `: ${draws[reason]}` : ''}.`;
}

export const codes = {
  /** Why something was not done in a game. */
  refusal: (code: RefusalCode) => refusals[code],
  /** Why a move was not made. */
  badMove: (about: BadMove) => badMoves[about.code](about, about.squares?.[0] ?? '', about.squares?.[1] ?? ''),
  /** Why a move is advised. */
  hint: (hint: Hint) => `Try ${hint.move}: ${hints[hint.code](hint)}${hint.line?.length ? ` (then ${lineOf(hint.line)})` : ''}.`,
  declined: (why: DeclineCode) => `The computer declines the draw: ${declines[why]}. The game goes on.`,
  offered: 'The computer offers a draw. Accept it, or decline by moving.',
  /** Why a draw can be claimed. */
  draw: (reason: ResultReason) => draws[reason] ?? '',
  /** What went wrong: by its codes, or else in the words that came with it. `turn` is the side to move. */
  error: (told: Told, turn: Side = 'black', speaker: Speaker = usual) => {
    const move = badMoveOf(told, turn, speaker);
    if (move && known(badMoves, move.code)) return codes.badMove(move);
    const refusal = refusalOf(told);
    return refusal ? refusals[refusal] : (known(errors, told.code) ?? told.message);
  },
};
