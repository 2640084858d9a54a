// Makes the page open without a network from the next visit on: `service/worker.ts` keeps its files.

import { loadRules } from '../rules';

/** Begins to keep the files, the engine's among them, once a board can be played and nothing else is to be done. */
export async function keepFiles() {
  // Not while developing, where files change; nor on addresses where browsers do not allow it.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await loadRules().catch(() => {});
  await idle();
  // Whoever does not allow it has a page that needs its server.
  await navigator.serviceWorker.register('sw.js').catch((error: unknown) => console.warn('the page cannot be kept:', error));
}

/** Safari does not say when it is idle. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => (window.requestIdleCallback ?? requestAnimationFrame)(resolve));
}
