import { describe, expect, test } from 'vitest';
import { readBackup } from '../src/state/backup';
import { isComputer, nameOf, personOf, type Saved } from '../src/state/games.svelte';
import type { Kept } from '../src/state/shelf';

const summary: Saved['summary'] = { seats: ['person', { level: 3 }], plies: 2, fen: 'B:W1:B2', rules: 'official' };
const saved: Saved = { id: 'a', created: Date.UTC(2026, 10, 18, 12), changed: 1, stored: '{}', summary };

const study: Kept = { id: 's', kind: 'study', name: '', pdn: '1. 11-15 *', created: 1, changed: 2, glance: { fen: 'W:W21:B15', plies: 1, games: 1 } };

describe('games of this browser', () => {
  test('one without a name is called by opponent and date', () => {
    expect(nameOf(saved)).toBe('Computer, level 3, November 18, 2026');
    expect(nameOf({ ...saved, name: 'The long one' })).toBe('The long one');
    expect(nameOf({ ...saved, summary: { ...summary, seats: ['shared', 'shared'] } })).toBe('Two players, November 18, 2026');
  });

  test('who plays whom', () => {
    expect(personOf(summary.seats)).toBe('black');
    expect(personOf(['full', 'person'])).toBe('white');
    expect(personOf(['shared', 'shared'])).toBeNull();
    expect([isComputer('full'), isComputer({ level: 1 }), isComputer('shared')]).toEqual([true, true, false]);
  });

  test('a backup is read back, and nothing else is one', () => {
    const backup = JSON.stringify({ crownhead: 'games', version: 1, games: [saved] });
    expect(readBackup(backup)).toEqual({ games: [saved], studies: [] });
    expect(() => readBackup('{"games":[]}')).toThrow(SyntaxError);
    expect(() => readBackup('1. 11-15')).toThrow(SyntaxError);
  });

  test('a backup with a game that no list could show is refused as a whole', () => {
    const seats = ['person', { level: 99 }];
    for (const wrong of [{ changed: 9e18 }, { created: 'today' }, { name: 'W'.repeat(1400) }, { stored: null }, { summary: { ...summary, seats } }, { summary: null }]) {
      const backup = JSON.stringify({ crownhead: 'games', version: 1, games: [saved, { ...saved, ...wrong }] });
      expect(() => readBackup(backup), JSON.stringify(wrong).slice(0, 40)).toThrow(SyntaxError);
    }
  });

  test('a backup has studies and files, and one that no list could show is refused', () => {
    const backup = (...studies: unknown[]) => JSON.stringify({ crownhead: 'games', version: 2, games: [], studies });
    expect(readBackup(backup(study, { ...study, kind: 'file', folder: 'Old ones' })).studies).toEqual([study, { ...study, kind: 'file', folder: 'Old ones' }]);
    for (const wrong of [{ kind: 'other' }, { pdn: 7 }, { glance: null }, { glance: { ...study.glance, plies: -1 } }, { folder: {} }, { changed: Infinity }]) {
      expect(() => readBackup(backup(study, { ...study, ...wrong })), JSON.stringify(wrong)).toThrow(SyntaxError);
    }
  });
});
