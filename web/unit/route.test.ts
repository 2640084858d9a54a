import { beforeEach, expect, test } from 'vitest';
import { route } from '../src/state/route.svelte';

/** Opens an address as a click on a link does. */
function open(hash: string) {
  location.hash = hash;
  dispatchEvent(new Event('hashchange'));
}

beforeEach(() => open(''));

test('an empty address is a game', () => {
  expect(route.view).toBe('play');
});

test('a view that is not known is a game', () => {
  open('#/chess');
  expect(route.view).toBe('play');
});

test('an address has a view, a part, a detail and a query', () => {
  open('#/arena/autumn%20cup/12?part=games&player=0');
  expect([route.view, route.part, route.detail]).toEqual(['arena', 'autumn cup', '12']);
  expect(route.query.get('part')).toBe('games');
});

test('a name that is no encoding stays as it is', () => {
  open('#/player/100%');
  expect(route.part).toBe('100%');
});

test('going somewhere writes the address', () => {
  route.go('player', 'Jo/hn', { tab: 'a b' });
  expect(location.hash).toBe('#/player/Jo%2Fhn?tab=a+b');
  expect([route.view, route.part, route.query.get('tab')]).toEqual(['player', 'Jo/hn', 'a b']);
});

test('what was asked for is forgotten once it is done', () => {
  open('#/look?fen=B:W32:B1');
  route.forget();
  expect(location.hash).toBe('#/look');
  expect(route.query.size).toBe(0);
});

test('views with other people are online', () => {
  const online = ['play', 'online', 'game', 'challenge', 'archive', 'player', 'arena'].map((view) => {
    open(`#/${view}`);
    return route.isOnline;
  });
  expect(online).toEqual([false, true, true, true, true, true, false]);
});
