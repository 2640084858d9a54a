// What is wrong with a page for those who cannot see it, or not all of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @typedef {import('playwright-core').Page} Page */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * No accessibility violations in any colors, and no view wider than its screen. The page must have been opened with
 * `bypassCSP`.
 * @param {Page} page
 */
export async function isForEveryone(page) {
  await page.evaluate(axe);
  for (const look of ['light', 'dark', 'contrast']) assert.deepEqual(await violations(page, look), [], look);
  for (const width of [320, 390, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const [overflow, board] = await page.evaluate(() => [
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      document.querySelector('.board')?.getBoundingClientRect().width,
    ]);
    assert(overflow !== undefined && overflow <= 0, `${overflow} pixels too wide for ${width}`);
    if (board !== undefined) assert(board >= Math.min(width * 0.4, 300), `a board of ${board} pixels on ${width}`);
  }
}

/** @param {Page} page @param {string} look @returns {Promise<string[]>} */
function violations(page, look) {
  return page.evaluate(async (look) => {
    document.documentElement.dataset.look = look;
    // Colors glide; what counts is where they arrive.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    // @ts-expect-error axe was put into the page before
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes[0].target} ${v.nodes[0].failureSummary}`);
  }, look);
}
