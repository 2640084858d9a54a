// Does something now and whenever what it reads has changed, as a page does. What is returned ends it.

import { flushSync } from 'svelte';

export function watching(action: () => void): () => void {
  const stop = $effect.root(() => {
    $effect(() => void action());
  });
  flushSync();
  return stop;
}
