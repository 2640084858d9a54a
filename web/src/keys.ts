// Keys that work everywhere except where something is typed.

import { dialogs } from './state/dialogs.svelte';
import { engine } from './state/engine.svelte';
import type { GameTable } from './state/game-table';
import { match } from './state/match.svelte';
import { route, type View } from './state/route.svelte';
import { settings } from './state/settings.svelte';
import { story } from './state/story.svelte';
import { study } from './state/study.svelte';
import { table } from './state/table.svelte';

const own: Record<string, () => unknown> = {
  u: () => table.now?.can.takeback && table.undo(),
  h: () => table.askHint(),
};

const looking: Record<string, () => unknown> = {
  u: () => study.undo(),
};

const letters: Record<string, (game: GameTable) => unknown> = {
  f: (game) => game.turn(),
  n: () => (dialogs.open = 'new'),
  e: () => route.view === 'look' && engine.toggle(),
  '?': () => (dialogs.open = 'keys'),
};

const steps: Record<string, (game: GameTable) => unknown> = {
  ArrowLeft: (game) => game.back(),
  ArrowRight: (game) => game.forth(),
  Home: (game) => game.first(),
  End: (game) => game.last(),
};

/** The game that keys are for. */
const tables: Partial<Record<View, GameTable>> = { play: table, look: study, game: match, arena: story };

export function shortcut(event: KeyboardEvent) {
  if (event.ctrlKey || event.altKey || event.metaKey || dialogs.open || isTyping(event.target)) return;
  const game = tables[route.view];
  if (!game || (game === story && !route.detail)) return;
  const isDigit = /^[0-9]$/.test(event.key);
  const action = steps[event.key] ?? (settings.keys ? (letters[event.key] ?? (game === table ? own : game === study ? looking : {})[event.key]) : undefined);
  if (action) {
    action(game);
    event.preventDefault();
  } else if (isDigit && settings.keys) {
    document.getElementById('typed-move')?.focus();
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [role="tablist"], [role="slider"]') !== null;
}
