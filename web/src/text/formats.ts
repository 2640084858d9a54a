// Numbers and dates as they are written in a language.

/** The locale for a language: the one that the browser is set to if it is of that language, or the language itself. */
function localeOf(language: string): string {
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.find((locale) => locale.split('-')[0] === language) ?? language;
}

export function formats(language: string) {
  const locale = localeOf(language);
  const numbers = new Map<string, Intl.NumberFormat>();
  const written = (n: number, digits: number, signDisplay: 'auto' | 'always') => {
    const key = `${digits} ${signDisplay}`;
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay };
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, format);
    return format.format(n);
  };
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    /** With this many digits after the point. */
    number: (n: number, digits = 0) => written(n, digits, 'auto'),
    /** With its sign, also in front of what is above zero. */
    signed: (n: number, digits = 0) => written(n, digits, 'always'),
    date: (time: number) => date.format(time),
    dateTime: (time: number) => dateTime.format(time),
  };
}
