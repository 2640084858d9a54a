// Every text of the page, in the language that is spoken: `text.play.yourMove`. Read it where it is shown, not before: what
// is kept in a constant does not change with the language.

import { en, type Text } from './en';
import type { Lessons } from './en/lessons';
import { lessonsNow, textsNow } from './language.svelte';

export { LANGUAGES, browserLanguage, loadLessons, speak, type Language } from './language.svelte';
export type { Text } from './en';
export type { Lessons } from './en/lessons';

export const text: Text = new Proxy(en, { get: (_, part) => textsNow()[part as keyof Text] });

/** The texts of the lessons, once `loadLessons` has fetched them. */
export const lessons: Lessons = new Proxy({} as Lessons, { get: (_, part) => lessonsNow()[part as keyof Lessons] });
