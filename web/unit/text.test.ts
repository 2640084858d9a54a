import { afterEach, describe, expect, test } from 'vitest';
import { flushSync } from 'svelte';
import { browserLanguage, speak, text } from '../src/text';
import { de } from '../src/text/de';
import { lessons as deLessons } from '../src/text/de/lessons';
import { en } from '../src/text/en';
import { lessons as enLessons } from '../src/text/en/lessons';
import { watching } from './watching.svelte';

const languages = { en, de };

/** Every text and function with its name, as `play.undo`. */
function leaves(value: unknown, name = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, name ? `${name}.${key}` : key));
}

describe.each([
  ['page', en, de],
  ['lessons', enLessons, deLessons],
])('German of the %s', (_, english, german) => {
  const inEnglish = new Map(leaves(english));

  test('has every text that English has, and no other', () => {
    expect(leaves(german).map(([name]) => name).sort()).toEqual(leaves(english).map(([name]) => name).sort());
  });

  test('is not English', () => {
    const same = leaves(german).filter(([name, value]) => typeof value === 'string' && value === inEnglish.get(name) && /[a-z]+ [a-z]+/i.test(value));
    // Commands and operators are the same in every language.
    const allowed = ['arena.howCommands', 'bits.and_not'];
    expect(same.map(([name]) => name).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test('has functions where English has them', () => {
    const wrong = leaves(german).filter(([name, value]) => typeof value !== typeof inEnglish.get(name));
    expect(wrong).toEqual([]);
  });

  test('has code where English has it', () => {
    const code = (texts: unknown) => leaves(texts).map(([name, value]) => [name, typeof value === 'string' ? value.split('`').filter((_, i) => i % 2).sort() : []]);
    expect(code(german).sort()).toEqual(code(english).sort());
  });
});

describe('the language', () => {
  afterEach(() => speak('en'));

  test('is the first of the browser that the page has', () => {
    expect(browserLanguage(['fr-CH', 'de-CH', 'en'])).toBe('de');
    expect(browserLanguage(['en-GB', 'de'])).toBe('en');
    expect(browserLanguage(['fr'])).toBe('en');
    expect(browserLanguage([])).toBe('en');
  });

  test('changes every text at once, for those who watch it too, and the page says so', async () => {
    const seen: string[] = [];
    const stop = watching(() => seen.push(text.play.hint));
    await speak('de');
    flushSync();
    expect(seen).toEqual(['Hint', 'Tipp']);
    expect(document.documentElement.lang).toBe('de');
    stop();
  });

  test('is the one that was wanted last', async () => {
    await Promise.all([speak('de'), speak('en')]);
    expect(text.play.hint).toBe('Hint');
  });
});

describe('numbers and plurals', () => {
  test('one is not many', () => {
    expect([en.play.captured(1, 0), en.play.captured(2, 1)]).toEqual(['captured 1 man', 'captured 2 men, 1 king']);
    expect([de.play.captured(1, 0), de.play.captured(2, 1)]).toEqual(['1 Stein geschlagen', '2 Steine, 1 Dame geschlagen']);
    expect([en.online.archive.plies(2), en.online.archive.plies(3)]).toEqual(['1 move', '2 moves']);
    expect([de.message.backAt(1), de.message.backAt(3)]).toEqual(['Zurück nach 1 Zug.', 'Zurück nach 3 Zügen.']);
    expect(de.message.mustJump(['22'])).toContain('Nur die Figur auf 22 kann');
    expect(de.message.mustJump(['22', '23'])).toContain('Nur die Figuren auf 22, 23 können');
  });

  test('numbers have the point or the comma of the language', () => {
    expect([en.number(1234.5, 2), de.number(1234.5, 2)]).toEqual(['1,234.50', '1.234,50']);
    expect([en.arena.progress(7, 1200), de.arena.progress(7, 1200)]).toEqual(['7 of 1,200 games', '7 von 1.200 Partien']);
  });

  test('dates are those of the language', () => {
    const day = Date.UTC(2026, 2, 5, 12);
    expect(en.date(day)).toContain('March');
    expect(de.date(day)).toContain('März');
  });
});

describe('scores are for the side to move', () => {
  const score = (for_black: number, more = {}) => ({ for_black, balance: 0, text: '', ...more });

  test('an estimate in men, for Black', () => {
    expect([en.engine.score(score(25)), en.engine.score(score(-25))]).toEqual(['+0.25', '-0.25']);
    expect(de.engine.score(score(-150))).toBe('-1,50');
    expect(en.engine.scoreForBlack(-30)).toBe('-0.30');
  });

  test('a win that is known has the sign of the winner', () => {
    expect(en.engine.score(score(20000, { winner: 'black', ends_in: 5 }))).toBe('+win 5');
    expect(en.engine.score(score(-20000, { winner: 'white' }))).toBe('-win');
    expect(en.engine.scoreForBlack(-10_000)).toBe('-win');
    expect(de.engine.score(score(20000, { winner: 'black', ends_in: 5 }))).toBe('+Sieg 5');
  });
});

describe('codes', () => {
  test('a result has its winner and its reason', () => {
    expect(en.result({ winner: 'black', reason: 'no_moves' })).toBe('Black wins: White cannot move.');
    expect(de.result({ winner: 'black', reason: 'no_moves' })).toBe('Schwarz gewinnt: Weiß kann nicht mehr ziehen.');
    expect(en.result({ reason: 'repetition' })).toBe('Draw: the same position occurred three times.');
    expect(de.result({ reason: 'agreement' })).toBe('Remis: durch Einigung.');
    expect(en.result({ winner: 'white', reason: 'recorded' })).toBe('White won the game.');
    expect(de.result({ reason: 'aborted' })).toContain('abgebrochen');
  });

  test('a move that is not legal is explained by squares, moves and the side', () => {
    const about = { side: 'White', other: 'Black', examples: ['11-15'], isStyled: false };
    const jump = { ...about, code: 'must_capture', squares: ['22'], moves: ['22x15'] } as const;
    expect(en.codes.badMove(jump)).toBe('You must jump: the piece on 22 can jump. Play 22x15.');
    expect(de.codes.badMove(jump)).toBe('Du musst schlagen: die Figur auf 22 kann schlagen. Zieh 22x15.');
    expect(en.codes.badMove({ ...jump, squares: ['22', '23'], moves: ['22x15', '23x14'] })).toContain('the pieces on 22, 23 can jump. Play 22x15 or 23x14.');
    expect(en.codes.badMove({ ...about, code: 'backwards', squares: ['15'] })).toContain('towards Black’s side');
    expect(de.codes.badMove({ ...about, code: 'not_a_step', squares: ['a1', 'h8'] })).toContain('Von a1 nach h8');
  });

  test('a hint has its reason and what follows', () => {
    expect(en.codes.hint({ code: 'wins', move: '11-15', plies: 5, line: ['23-18', '8-11'] })).toBe('Try 11-15: it wins in 5 plies (then 23-18 8-11).');
    expect(de.codes.hint({ code: 'gains', move: '11-15', men: 2 })).toBe('Versuch 11-15: er gewinnt 2 Steine.');
    expect(de.codes.hint({ code: 'loses', move: '11-15', plies: 1 })).toContain('in 1 Halbzug verliert');
  });

  test('an error that is not known is told in the words that came with it', () => {
    for (const { codes } of Object.values(languages)) expect(codes.error({ code: 'brand_new', message: 'Words.' })).toBe('Words.');
    expect(de.codes.error({ code: 'too_many', message: 'Words.' })).not.toBe('Words.');
  });

  test('no code is left without words in German', () => {
    const codes = ['bad_request', 'who_are_you', 'forbidden', 'not_found', 'stale', 'not_now', 'bad_fen', 'bad_move', 'bad_pdn', 'bad_value', 'busy', 'storage'];
    expect(codes.filter((code) => de.codes.error({ code, message: '' }) === '')).toEqual([]);
  });
});
