// The language of the page. Only the one that is spoken is fetched; English is there from the beginning. The texts of the lessons
// are fetched when lessons are opened.

import { en, type Text } from './en';
import type { Lessons } from './en/lessons';

/** What each language calls itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof LANGUAGES;

const texts: Record<Language, () => Promise<Text>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de').then(({ de }) => de),
};
const lessonTexts: Record<Language, () => Promise<Lessons>> = {
  en: () => import('./en/lessons').then(({ lessons }) => lessons),
  de: () => import('./de/lessons').then(({ lessons }) => lessons),
};

let spoken: Text = $state.raw(en);
let taught: Lessons | null = $state.raw(null);
let wanted: Language = 'en';

/** The texts in the language that is spoken now; who reads it hears of a change. */
export const textsNow = (): Text => spoken;

/** The same of the lessons, once they were fetched. */
export function lessonsNow(): Lessons {
  if (!taught) throw new Error('the lessons are not loaded yet');
  return taught;
}

/** The first language of the browser that the page has. */
export function browserLanguage(locales: readonly string[] = navigator.languages): Language {
  return locales.map((locale) => locale.split('-')[0]!.toLowerCase()).find(isLanguage) ?? 'en';
}

/** Changes the language of the whole page. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const [text, lessons] = await Promise.all([texts[language](), taught && lessonTexts[language]()]);
  // Somebody who has changed their mind meanwhile is right.
  if (wanted !== language) return;
  spoken = text;
  taught = lessons ?? taught;
  document.documentElement.lang = language;
}

/** Fetches the texts of the lessons. */
export async function loadLessons(): Promise<void> {
  const language = wanted;
  const lessons = await lessonTexts[language]();
  if (wanted === language) taught = lessons;
  else await loadLessons();
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}
