import { describe, expect, test } from 'vitest';
import { en } from '../src/text/en';
import { de } from '../src/text/de';

const told = (code: string, why?: unknown) => ({ code, message: 'as a log has it', with: why });

describe('what goes wrong, in words', () => {
  test('a move that is not legal, with the reason inside of others', () => {
    const why = { code: 'illegal', with: { squares: [5, 9], why: { code: 'must_capture', with: ['11x18'] } } };
    expect(en.codes.error(told('bad_move', why), 'black')).toBe('You must jump: the piece on 11 can jump. Play 11x18.');
    expect(de.codes.error(told('bad_move', why), 'black')).toBe('Du musst schlagen: die Figur auf 11 kann schlagen. Zieh 11x18.');
  });

  test('a piece of the other side', () => {
    const why = { code: 'illegal', with: { squares: [22, 18], why: { code: 'not_yours', with: [22, 'white'] } } };
    expect(en.codes.error(told('bad_move', why), 'black')).toBe('The piece on 22 is White’s, and it is Black’s turn.');
  });

  test('what was typed is said again', () => {
    const why = { code: 'unreadable', with: { text: 'hello', found: 'h' } };
    expect(en.codes.error(told('bad_move', why))).toContain('“hello” is not a move');
    expect(en.codes.error(told('bad_move', { code: 'too_few_squares', with: '11' }))).toContain('“11” is half a move');
  });

  test('a refusal of the game, alone or inside of an error', () => {
    expect(en.codes.error(told('nothing_to_redo'))).toBe('There is no move to redo.');
    expect(en.codes.error(told('not_now', { code: 'stale', with: { ply: 4 } }))).toBe('The game has moved on.');
  });

  test('what has no sentence keeps the words that came with it', () => {
    expect(en.codes.error(told('on_fire'))).toBe('as a log has it');
  });
});
