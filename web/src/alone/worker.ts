/**
 * A service worker for the pages under /alone, and for no others: without a network they are shown as they were when it was
 * installed. With one, the page always comes from the server, so that a new build is there at once; only files whose name
 * says what is in them come from the cache. Every build has a worker of its own, which forgets what the last one kept.
 */

/** The files of this build, and a name that no other build has: written here by build/offline.ts. */
declare const OFFLINE: { build: string; files: string[] };

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: "install" | "activate", heard: (event: Lasting) => void): void;
  addEventListener(type: "fetch", heard: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

const { build: BUILD, files: FILES } = OFFLINE;
const scope = globalThis as unknown as WorkerScope;
const PAGE = "/alone/daily"; // all of them begin with the same page

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

async function kept(request: Request | string): Promise<Response> {
  return (await caches.match(request)) ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => kept(PAGE)));
  } else if (FILES.includes(new URL(request.url).pathname)) {
    event.respondWith(file(request));
  }
});
