// The language of the page. Only the one that is spoken is fetched; English is there from the beginning.

import { en, type Text } from './en';

/** What each language calls itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof LANGUAGES;

const texts: Record<Language, () => Promise<Text>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de').then(({ de }) => de),
};

let spoken: Text = $state.raw(en);
let wanted: Language = 'en';

/** The texts in the language that is spoken now; who reads it hears of a change. */
export const textsNow = (): Text => spoken;

/** The first language of the browser that the page has. */
export function browserLanguage(locales: readonly string[] = navigator.languages): Language {
  return locales.map((locale) => locale.split('-')[0]!.toLowerCase()).find(isLanguage) ?? 'en';
}

/** Changes the language of the whole page. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const text = await texts[language]();
  // Somebody who has changed their mind meanwhile is right.
  if (wanted !== language) return;
  spoken = text;
  document.documentElement.lang = language;
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}
