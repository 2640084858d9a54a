// The texts of the page, as it is built from them, and what is seen of them.

import { createServer } from 'vite';

/** @typedef {import('playwright-core').Page} Page */

const root = new URL('../..', import.meta.url).pathname;

/** What functions that make texts may be called with. */
const samples = [[2, 2, 2], ['black', 'white', 2], ['11-15', 'win', 'x'], [{ reason: 'agreement' }], ['win', 'black', 3], ['draw', 'black']];

/** All texts in an object, those that functions make of samples too. @param {unknown} value @returns {string[]} */
function textsOf(value) {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return samples.flatMap((sample) => textsOf(attempt(() => value(...sample))));
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

/** @param {() => unknown} make */
function attempt(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** What is said in English and nowhere in German. @returns {Promise<string[]>} */
export async function onlyEnglish() {
  const server = await createServer({ root, configFile: false, logLevel: 'error', server: { middlewareMode: true, ws: false }, appType: 'custom', optimizeDeps: { noDiscovery: true } });
  const load = async (/** @type {string} */ language) => {
    const [page, lessons] = await Promise.all(['index', 'lessons'].map((name) => server.ssrLoadModule(`/src/text/${language}/${name}.ts`)));
    return [page?.[language], lessons?.lessons];
  };
  const [en, de] = await Promise.all([load('en'), load('de')]);
  await server.close();
  const german = new Set(textsOf(de));
  // What was made of a sample of another kind is no text.
  return [...new Set(textsOf(en))].filter((text) => !german.has(text) && /[a-z]{2}/i.test(text) && !/undefined|NaN|Object/.test(text));
}

/**
 * What of these texts is seen on a page, or read out.
 * @param {Page} page @param {string[]} texts
 * @returns {Promise<string[]>}
 */
export async function seen(page, texts) {
  const said = await page.evaluate(() => {
    const words = [document.title];
    for (const element of document.querySelectorAll('body *')) {
      const isShown = element.checkVisibility() || element instanceof HTMLOptionElement;
      // What says that it is in another language, as the words of a record, is no text of the page.
      // Code is the same in every language.
      if (!isShown || element.closest('body [lang], code')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) words.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? '');
    }
    return words.map((text) => text.trim()).filter(Boolean);
  });
  return texts.filter((text) => said.some((words) => words === text || (text.includes(' ') ? words.includes(text) : words.split(/[,:·–] */).includes(text))));
}
