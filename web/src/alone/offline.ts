/** Lets the browser keep the client for the pages under /alone, so that they open without a network too. */
export function workOffline(): void {
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("/alone/worker.js", { updateViaCache: "none" }).catch(() => {
      // a browser that keeps nothing shows the pages all the same, as long as there is a server
    });
  }
}
