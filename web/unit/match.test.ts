import { beforeEach, expect, test, vi } from 'vitest';
import type { OnlineGame } from '../src/api/online';
import type { Event, Situation } from '../src/api/types';

// The positions do not matter here, only how many there are.
vi.mock('../src/rules', () => ({
  ask: (_: string, { fen, moves }: { fen: string; moves: string[] }) => ({
    moves: moves.map((text) => ({ text, route: text.split('-').map(Number), captured: [], crowns: false })),
    fens: [fen, ...moves.map((_, i) => (i % 2 === 0 ? 'W:W22:B15' : 'B:W18:B15'))],
  }),
  loadRules: () => Promise.resolve(),
  Refused: class extends Error {},
}));
vi.mock('../src/state/line.svelte', () => ({ line: { watch() {}, leave() {}, isWatched: () => false, listen() {}, pageTime: (at: number) => at } }));
vi.mock('../src/state/chat.svelte', () => ({ chat: { open() {}, hear() {}, isMuted: false } }));

const { match } = await import('../src/state/match.svelte');

const can = { takeback: false, redo: false, draw: false, resign: false, abort: true };
const now = (more: Partial<Situation> = {}): Situation => ({ ply: 0, fen: 'B:W22:B11', turn: 'black', legal: ['11-15', '11-16'], seats: ['person', 'person'], can, ...more });
const game: OnlineGame = { id: 'k7m2', seq: 1, black: { id: 'u1', name: 'Ann' }, white: { id: 'u2', name: 'Ben' }, settings: {}, created: 0, start: 'B:W22:B11', moves: [], ballot_plies: 0, now: now(), you: 'black' };
const happened = (seq: number, event: Event, more: Partial<Situation>) => match.happened({ game: 'k7m2', seq, at: 0, event, now: now(more) });

beforeEach(() => {
  match.open('k7m2');
  match.whole(game);
});

test('how the game stands is what the server says with each event', () => {
  expect(match.moves.map((move) => move.text)).toEqual(['11-15', '11-16']);
  happened(2, { type: 'move', ply: 0, move: '11-15' }, { ply: 1, turn: 'white', fen: 'W:W22:B15', legal: ['22-18'] });
  expect([match.at, match.isOwnTurn, match.canPremove]).toEqual([1, false, true]);
  happened(3, { type: 'draw_offered', side: 'white' }, { ply: 1, turn: 'white', draw_offer: 'white' });
  expect(match.now?.draw_offer).toBe('white');
  happened(4, { type: 'ended', result: { winner: 'black', reason: 'time' } }, { ply: 1, legal: [], result: { winner: 'black', reason: 'time' } });
  expect([match.isPlaying, match.now?.draw_offer]).toEqual([false, undefined]);
});

test('a move that is taken back is gone', () => {
  happened(2, { type: 'move', ply: 0, move: '11-15' }, { ply: 1, turn: 'white' });
  happened(3, { type: 'taken_back', ply: 0 }, { ply: 0 });
  expect([match.at, match.played?.moves.length, match.isOwnTurn]).toEqual([0, 0, true]);
});

test('who looks back stays there, and what was heard before counts for nothing', () => {
  happened(2, { type: 'move', ply: 0, move: '11-15' }, { ply: 1, turn: 'white' });
  match.first();
  happened(3, { type: 'move', ply: 1, move: '22-18' }, { ply: 2 });
  expect([match.at, match.isAtHead, match.moves.length]).toEqual([0, false, 0]);
  happened(2, { type: 'taken_back', ply: 0 }, { ply: 0 });
  expect(match.played?.moves.length).toBe(2);
});
