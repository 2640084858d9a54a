import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` serves the page with live reload and passes API calls on to a running `crownhead serve`.
const server = process.env.CROWNHEAD_SERVER ?? 'http://127.0.0.1:8064';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The page must weigh little and its policy forbids inline content, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
