/** The paths that the service worker serves without a network. */
const SCOPE = "/alone/";

/** Let the browser cache the client if this page works offline, so that it opens without a network the next time. */
export function registerServiceWorker(path: string): void {
  if (import.meta.env.PROD && path.startsWith(SCOPE) && "serviceWorker" in navigator) {
    navigator.serviceWorker.register(`${SCOPE}worker.js`, { updateViaCache: "none" }).catch(() => {
      // A browser that stores nothing still shows the pages while there is a server.
    });
  }
}
