// Keeps the sheets and nights that were opened last, so that they open again without a network. What is written then
// waits in the page's own queue. Signing out or in forgets the pages kept: they were somebody's.
const PAGES = "pages-1", FILES = "files-1", PATIENCE = 4000; // milliseconds before a slow network counts as none

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(forgetOld().then(() => self.clients.claim())));

async function forgetOld() {
  for (const name of await caches.keys()) if (name !== PAGES && name !== FILES) await caches.delete(name);
}

const isKept = (url) => /^\/(plays|nights)\/[0-9a-f-]{36}$/.test(url.pathname) || url.pathname === "/";

async function page(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && !answer.redirected && isKept(new URL(request.url))) await cache.put(request.url, answer.clone());
    return answer;
  } catch (failure) {
    const kept = await cache.match(request.url, { ignoreSearch: true });
    if (kept) return kept;
    throw failure;
  }
}

async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  const fresh = fetch(request).then((answer) => {
    if (answer.ok) cache.put(request, answer.clone());
    return answer;
  });
  if (!kept) return fresh;
  fresh.catch(() => {}); // it was only to renew what is kept
  return kept;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith("/sign-")) event.waitUntil(caches.delete(PAGES));
  if (event.request.method !== "GET") return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(event.request));
  else if (event.request.mode === "navigate" && isKept(url)) event.respondWith(page(event.request));
});
