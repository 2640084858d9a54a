// Links to what can be looked at.

import { studies } from '../api/studies';
import { attempt, messages } from '../state/messages.svelte';
import { route } from '../state/route.svelte';
import { study } from '../state/study.svelte';

/** Opens what the address asks for, or else what was open last. */
export async function beginLooking() {
  const { query } = route;
  if (query.size > 0) {
    const isOpen = await openLink(query);
    if (query === route.query) route.forget();
    if (isOpen) return;
  }
  const said = messages.shown;
  await study.begin();
  // Why a link could not be opened.
  messages.shown ??= said;
}

/** Opens what an address asks for: a position, a game, a study of this browser or one that was shared. */
export async function openLink(query: URLSearchParams): Promise<boolean> {
  const [fen, pdn, kept, shared] = ['fen', 'pdn', 'study', 'shared'].map((name) => query.get(name));
  if (fen) return study.openNew({ fen });
  if (pdn) return study.openPdn(pdn);
  if (kept) return study.openKept(kept);
  if (!shared) return false;
  const found = await attempt(() => studies.look(shared));
  if (!found || !(await study.openPdn(found.pdn, { name: found.study.title }))) return false;
  if (found.yours) study.note({ id: found.study.id, version: found.study.version });
  return true;
}

/** The address of something to look at. */
export function linkTo(what: { fen: string } | { pdn: string } | { shared: string }): string {
  return `${location.origin}${location.pathname}#/look?${new URLSearchParams(what)}`;
}
