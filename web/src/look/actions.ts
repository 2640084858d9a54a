import { api } from '../api/http';
import { attempt } from '../state/messages.svelte';
import { table } from '../state/table.svelte';

/** Opens the game as an analysis, where anything can be tried. */
export async function copyToAnalysis() {
  const { game } = table;
  if (!game) return;
  const pdn = await attempt(() => api.pdnOf(game.id));
  if (pdn) await table.start({ kind: 'analysis', rules: game.rules, start: { from: 'pdn', pdn } });
}

/** Hands a file to the person. */
export function save(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
