import { expect, test } from 'vitest';
import { search } from '../src/look/search';
import { decoded, isFen } from '../src/state/text-file';

const game = (index: number, black: string, white: string, event: string, date: string, result: string) => ({ index, black, white, event, date, result, plies: 40 });
const games = [
  game(0, 'M Tinsley', 'Chinook', 'London 1992', '1992.08.30', '0-1'),
  game(1, 'D Lafferty', 'M Tinsley', 'San Francisco', '1958.04.01', '1/2-1/2'),
  game(2, 'José Müller', 'A Long', 'Open', '1992.01.01', '1-0'),
];
const found = (query: string, result?: string) => search(games, query, result).map(({ index }) => index);

test('every word has to be there, in any of players, event, date and result', () => {
  expect(found('')).toEqual([0, 1, 2]);
  expect(found('tinsley')).toEqual([0, 1]);
  expect(found('1992 CHINOOK')).toEqual([0]);
  expect(found('tinsley 1958 francisco')).toEqual([1]);
  expect(found('nobody')).toEqual([]);
});

test('accents do not matter', () => {
  expect(found('jose muller')).toEqual([2]);
  expect(found('José')).toEqual([2]);
});

test('a result is chosen besides', () => {
  expect(found('tinsley', '1/2-1/2')).toEqual([1]);
  expect(found('', '1-0')).toEqual([2]);
});

test('files are UTF-8, or what old programs for Windows wrote', () => {
  expect(decoded(new TextEncoder().encode('Müller – Long').buffer)).toBe('Müller – Long');
  expect(decoded(Uint8Array.from([77, 0xfc, 108, 108, 101, 114]).buffer)).toBe('Müller');
});

test('a position fits on a line', () => {
  expect(isFen(' W:W18:B9\n')).toBe(true);
  expect(isFen('W:W18:B9')).toBe(true);
  expect(isFen('1. 11-15 23-19')).toBe(false);
  expect(isFen('[FEN "W:W18:B9"]')).toBe(false);
});
