/** The paths that an earlier version's service worker was limited to. */
const OLD_SCOPE = "/alone/";
/** What a page needs itself is loaded before what other pages need offline. */
const DELAY_MS = 2000;

/**
 * Let the browser cache the client when this page has loaded, so that it opens without a network the next time. Return a function
 * that cancels it, for use in `$effect`.
 */
export function registerServiceWorker(): () => void {
  const timer = setTimeout(() => {
    if (import.meta.env.PROD && "serviceWorker" in navigator) {
      register().catch(() => {
        // A browser that stores nothing still shows the pages while there is a server.
      });
    }
  }, DELAY_MS);
  return () => clearTimeout(timer);
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  const old = await workers.getRegistration(OLD_SCOPE);
  if (old !== undefined && new URL(old.scope).pathname === OLD_SCOPE) {
    await old.unregister();
  }
  await workers.register("/worker.js", { updateViaCache: "none" });
}

/** Return whether the service worker has served this page from its cache, so that it may be of an old build. */
export function isCachedPage(): boolean {
  return "cached" in document.documentElement.dataset;
}
