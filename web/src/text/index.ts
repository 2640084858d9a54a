// Every text of the page, in the language that is spoken: `text.play.yourMove`. Read it where it is shown, not before: what
// is kept in a constant does not change with the language.

import { en, type Text } from './en';
import { textsNow } from './language.svelte';

export { LANGUAGES, browserLanguage, speak, type Language } from './language.svelte';
export type { Text } from './en';

export const text: Text = new Proxy(en, { get: (_, part) => textsNow()[part as keyof Text] });
