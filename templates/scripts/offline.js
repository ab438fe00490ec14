// Keeps the page that answers, and all that it loads, so that it works without a network after its first visit.

/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} Installing */
/** @typedef {{clients: {claim: () => Promise<void>}}} Serving */
/** @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} Fetching */

const ours = `referee ${location.pathname} `; // there may be other archives at the same address
const store = `${ours}{version}`;
const names = ["{names}"];

/** Each file as the site has it now: what the browser kept of an older version does not fit the others. */
async function keepFiles() {
  const kept = await caches.open(store);
  await kept.addAll(names.map((name) => new Request(name, { cache: "no-cache" })));
}

async function forgetOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== store);
  await Promise.all(older.map((name) => caches.delete(name)));
  await /** @type {Serving} */ (/** @type {unknown} */ (self)).clients.claim();
}

/**
 * What is kept; of a log, the newest that there is.
 * @param {Request} request
 */
async function answerTo(request) {
  const kept = await caches.open(store);
  if (!request.url.endsWith("/log.yaml")) return (await kept.match(request)) ?? fetch(request);
  try {
    const found = await fetch(request);
    if (found.ok) await kept.put(request, found.clone());
    return found;
  } catch {
    return (await kept.match(request)) ?? Response.error();
  }
}

self.addEventListener("install", (event) => /** @type {Installing} */ (event).waitUntil(keepFiles()));
self.addEventListener("activate", (event) => /** @type {Installing} */ (event).waitUntil(forgetOlder()));
self.addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {Fetching} */ (event);
  if (request.method === "GET") respondWith.call(event, answerTo(request));
});
