/**
 * The service worker. Without a network it serves the pages that need no server from its cache: the home page, the rules, the
 * lessons and everything under /alone. With a network these pages come from the server, so that a new build is used at once. It
 * never serves the page of a table. Files with a hash in their name come from the cache. Every build has a new worker, which
 * deletes the caches of earlier builds.
 */

/** The files of this build, and its unique name. build/offline.ts fills them in. */
declare const OFFLINE: { build: string; files: string[] };

/** A rule that sends requests to the network without starting the worker. Not all browsers know such rules. */
interface Route {
  condition: { urlPattern: string };
  source: "network";
}
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
  addRoutes?(routes: Route[]): Promise<void>;
}
interface RequestEvent extends Event {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

const { build: BUILD, files: FILES } = OFFLINE;
const scope = globalThis as unknown as WorkerScope;
/** All paths have the same page. */
const PAGE = "/";
/** The paths of pages that need no server. */
const OFFLINE_PATH = /^\/($|rules(\/|$)|tutorial$|alone\/)/;
/** Nothing stands between a table and its server. */
const LIVE_PATHS = ["/api/*", "/table/*"];

async function install(event: WorkerEvent): Promise<void> {
  await event.addRoutes?.(LIVE_PATHS.map((urlPattern) => ({ condition: { urlPattern }, source: "network" })));
  const cache = await caches.open(BUILD);
  await cache.addAll([PAGE, ...FILES]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const builds = await caches.keys();
  await Promise.all(builds.filter((build) => build !== BUILD).map((build) => caches.delete(build)));
  await scope.clients.claim();
}

/** Return the page of the cache, marked: its links load pages anew, so that it never becomes the page of a table. */
async function cachedPage(): Promise<Response> {
  const page = await caches.match(PAGE);
  if (page === undefined) {
    return Response.error();
  }
  const html = (await page.text()).replace("<html", "<html data-cached");
  const headers = new Headers(page.headers);
  headers.delete("content-length");
  return new Response(html, { headers });
}

async function fromCacheOrNetwork(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(install(event)));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate" && OFFLINE_PATH.test(pathname)) {
    event.respondWith(fetch(request).catch(cachedPage));
  } else if (FILES.includes(pathname)) {
    event.respondWith(fromCacheOrNetwork(request));
  }
});
