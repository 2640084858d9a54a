import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The parts of the page that need no browser. Runes are compiled as they are for the page.
export default defineConfig({
  plugins: [svelte({ prebundleSvelteLibraries: false })],
  resolve: { conditions: ['browser'] },
  test: { include: ['unit/*.test.ts'], environment: 'happy-dom' },
});
