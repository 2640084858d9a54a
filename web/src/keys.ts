// Keys that work everywhere except where something is typed.

import { dialogs } from './state/dialogs.svelte';
import { engine } from './state/engine.svelte';
import { route } from './state/route.svelte';
import { settings } from './state/settings.svelte';
import { table } from './state/table.svelte';

const letters: Record<string, () => unknown> = {
  f: table.turn,
  u: () => table.game?.can.undo && table.undo(),
  h: () => table.game?.can.hint && table.askHint(),
  n: () => (dialogs.open = 'new'),
  e: () => route.view === 'look' && engine.toggle(),
  '?': () => (dialogs.open = 'keys'),
};

const steps: Record<string, () => unknown> = {
  ArrowLeft: table.back,
  ArrowRight: table.forth,
  Home: table.first,
  End: table.last,
};

export function shortcut(event: KeyboardEvent) {
  if (event.ctrlKey || event.altKey || event.metaKey || dialogs.open || isTyping(event.target)) return;
  if (route.view !== 'play' && route.view !== 'look') return;
  const isDigit = /^[0-9]$/.test(event.key);
  const action = steps[event.key] ?? (settings.keys ? letters[event.key] : undefined);
  if (action) {
    action();
    event.preventDefault();
  } else if (isDigit && settings.keys) {
    document.getElementById('typed-move')?.focus();
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [role="tablist"], [role="slider"]') !== null;
}
