/**
 * The service worker of the pages under /alone: without a network it serves them from its cache. With a network, the page itself
 * always comes from the server, so that a new build is used at once; files with a hash in their name come from the cache. Every
 * build has a new worker, which deletes the caches of earlier builds.
 */

/** The files of this build, and its unique name. build/offline.ts fills them in. */
declare const OFFLINE: { build: string; files: string[] };

interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
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
const PAGE = "/alone/daily"; // all paths have the same page

async function install(): Promise<void> {
  const cache = await caches.open(BUILD);
  await cache.addAll([PAGE, ...FILES]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const builds = await caches.keys();
  await Promise.all(builds.filter((build) => build !== BUILD).map((build) => caches.delete(build)));
  await scope.clients.claim();
}

async function fromCache(request: Request | string): Promise<Response> {
  return (await caches.match(request)) ?? Response.error();
}

async function fromCacheOrNetwork(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => fromCache(PAGE)));
  } else if (FILES.includes(new URL(request.url).pathname)) {
    event.respondWith(fromCacheOrNetwork(request));
  }
});
