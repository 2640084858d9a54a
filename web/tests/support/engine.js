// A page with nothing but the engine's client, built and served as the real one: hashed files, the same policy.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { Site } from './site.js';
import { World } from './world.js';

export class EnginePage {
  world = new World();
  site = new Site('');
  /** @type {import('playwright-core').Page} */
  // @ts-expect-error set by open()
  page;

  static async open() {
    const own = new EnginePage();
    own.site.files = await mkdtemp(join(tmpdir(), 'crownhead-engine-'));
    const root = new URL('./engine', import.meta.url).pathname;
    const config = { outDir: own.site.files, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: false };
    await build({ root, configFile: false, logLevel: 'warn', worker: { format: 'es' }, build: config });
    await Promise.all([own.site.start(), own.world.launch()]);
    own.page = await own.world.browser.newPage();
    own.page.on('pageerror', (error) => own.world.faults.push(error.message));
    own.page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/.test(message.text())) own.world.faults.push(message.text());
    });
    await own.page.goto(own.site.address);
    await own.page.waitForFunction('window.client');
    return own;
  }

  async close() {
    await this.world.browser.close();
    await this.site.close();
    await rm(this.site.files, { recursive: true });
  }
}
