// The service worker: after one visit the page opens without a network. It keeps all files of one build and serves them from
// there. A new build is another worker, which fetches its files in the background and waits until no tab shows the old one.
// What is asked of the server is never touched.

declare const self: ServiceWorkerGlobalScope & {
  /** The files of the build and a hash of each; `vite.config.ts` writes them here. The page itself is `./`. */
  readonly FILES: Record<string, string>;
  /** A hash of all of them. */
  readonly VERSION: string;
};

const FILES = self.FILES;
const PREFIX = 'crownhead ';
const CACHE = PREFIX + self.VERSION;
const SCOPE = new URL(self.registration.scope);

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(clean().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const file = wanted(event.request);
  if (file !== null) event.respondWith(answer(file, event.request));
});

/** Fetches all files, or takes them from an earlier version. */
async function keep() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(FILES).map(async (file) => cache.put(file, await whole(file))));
}

async function whole(file: string): Promise<Response> {
  // Names under assets/ have a hash of their content in them. Others may have changed.
  const isFixed = file.startsWith('assets/');
  const known = isFixed ? await caches.match(file, { ignoreVary: true }) : undefined;
  const response = known ?? (await fetch(file, { cache: isFixed ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response;
}

/** Deletes what earlier versions have kept. */
async function clean() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

/** The file that a request is for; none when it is for something else. */
function wanted(request: Request): string | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  const name = pathname.slice(SCOPE.pathname.length);
  const file = name === '' || name === 'index.html' ? './' : name;
  return Object.hasOwn(FILES, file) ? file : null;
}

async function answer(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  // The browser may have thrown it away.
  return (await cache.match(file, { ignoreVary: true })) ?? fetch(request);
}
