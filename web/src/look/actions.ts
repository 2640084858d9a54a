import { ask } from '../rules';
import { attempt, messages } from '../state/messages.svelte';
import { route } from '../state/route.svelte';
import { study, type OpenOptions } from '../state/study.svelte';
import { text } from '../text';

/** Opens a game, or its text, where everything can be tried. */
export async function lookAt(pdn: string, options: OpenOptions = {}): Promise<boolean> {
  const isOpen = await study.openPdn(pdn, options);
  if (isOpen) route.go('look');
  return isOpen;
}

/** The same with the game at one's own board, at its last move. */
export async function lookAtOwnGame(tags: [string, string][] = []): Promise<boolean> {
  const game = await attempt(async () => ask('text', { type: 'table_pdn', tags }));
  return game !== undefined && lookAt(game.text, { at: 'end' });
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
export function save(content: Blob | string, name: string, type = 'text/plain') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
