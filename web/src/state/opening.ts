// What the address asks for when the page is opened.

import type { Start } from '../api/types';
import { route } from './route.svelte';
import { settings } from './settings.svelte';
import { table } from './table.svelte';

export async function opening() {
  const start = startOf(route.query);
  if (start) {
    await table.start({ kind: 'analysis', start });
    route.go('look');
    return;
  }
  await table.begin(route.query.get('game'), { kind: 'computer', level: settings.level, side: settings.side });
  route.forget();
}

function startOf(query: URLSearchParams): Start | null {
  const [fen, pdn] = [query.get('fen'), query.get('pdn')];
  if (fen) return { from: 'fen', fen };
  return pdn ? { from: 'pdn', pdn } : null;
}
