import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

// `npm run dev` serves the page with live reload and passes API calls on to a running `crownhead serve`.
const server = process.env.CROWNHEAD_SERVER ?? 'http://127.0.0.1:8340';

export default defineConfig({
  // Addresses are relative, so that the page can be served from any folder.
  base: './',
  plugins: [svelte(), licensed(), listed(), compressed()],
  build: {
    target: 'es2022',
    // The policy of the page forbids inline content, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { page: 'index.html', sw: 'service/worker.ts' },
      // The service worker keeps its name, by which the browser knows that it is another version of the same.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  server: {
    // The lessons about the rules are those of the terminal.
    fs: { allow: ['.', '../crates/study/src'] },
    // The server answers only pages of its own, so calls are passed on as if they came from one.
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
});

/** Lays the license of the face beside it. */
function licensed(): Plugin {
  const source = readFileSync(join(import.meta.dirname, 'node_modules/@fontsource-variable/figtree/LICENSE'));
  return {
    name: 'licensed',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/figtree-license.txt', source });
    },
  };
}

/** Tells the service worker which files there are. */
function listed(): Plugin {
  let folder = '';
  return {
    name: 'listed',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      const worker = join(folder, 'sw.js');
      const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16);
      const files = filesIn(folder)
        .filter((path) => path !== worker)
        .map((path) => [relative(folder, path).replaceAll(sep, '/'), hash(readFileSync(path))])
        // Some hosts send one from `index.html` to its folder, and a page may not be kept that came by a detour.
        .map(([name, hash]) => [name === 'index.html' ? './' : name, hash])
        .sort();
      const list = JSON.stringify(Object.fromEntries(files));
      const code = readFileSync(worker, 'utf8');
      const told = code.replaceAll('self.FILES', list).replaceAll('self.VERSION', JSON.stringify(hash(list)));
      if (told === code) throw new Error('the service worker has no place for the list of files');
      writeFileSync(worker, told);
    },
  };
}

/** All files of a build, but not those that are another one in small. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Writes every file in small as well, for the server to send as it is. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      for (const path of filesIn(folder)) {
        const content = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
