import type { Kept } from '../state/shelf';
import { text } from '../text';

/** What a study or a file is called: by its person, or else by what is in it. */
export function titleOf({ name, kind, glance, created }: Kept): string {
  if (name) return name;
  const { black, white, event, games } = glance;
  if (kind === 'file') return text.library.games(games);
  if (black || white) return `${black ?? '?'} – ${white ?? '?'}`;
  return event ?? text.library.untitled(text.dateTime(created));
}

/** The same as the name of a file. */
export function fileNameOf(kept: Kept, ending: string): string {
  const plain = titleOf(kept).normalize('NFKD').replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '');
  return `${plain.slice(0, 60) || 'crownhead'}.${ending}`;
}
