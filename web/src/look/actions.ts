import { api } from '../api/http';
import { attempt, messages } from '../state/messages.svelte';
import { table } from '../state/table.svelte';
import { text } from '../text';

/** Opens the game as an analysis, where anything can be tried. */
export async function copyToAnalysis() {
  const { game } = table;
  if (!game) return;
  const pdn = await attempt(() => api.pdnOf(game.id));
  if (pdn) await table.start({ kind: 'analysis', rules: game.rules, start: { from: 'pdn', pdn } });
}

/** Puts a text where it can be pasted from. */
export function copy(content: string) {
  const tell = () => messages.tell(text.message.copied);
  // Browsers have a clipboard only on this machine or behind https; elsewhere the old way works.
  if (navigator.clipboard) {
    navigator.clipboard.writeText(content).then(tell, () => copyBySelection(content) && tell());
  } else if (copyBySelection(content)) tell();
}

function copyBySelection(content: string): boolean {
  const field = document.createElement('textarea');
  field.value = content;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}

/** Hands a file to the person. */
export function save(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
