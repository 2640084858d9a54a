// What the address asks for when the page is opened.

import { beginLooking } from '../look/links';
import { route } from './route.svelte';
import { settings } from './settings.svelte';
import { table } from './table.svelte';

/** Opens what the address asks for, or else the game that was open last; without one, a game is begun. */
export async function opening() {
  if (route.view === 'look') return beginLooking();
  const game = route.query.get('game');
  if (game || !table.game) await table.begin(game, { kind: 'computer', level: Math.min(settings.level, 10), side: 'black' });
  if (game) route.forget();
}
