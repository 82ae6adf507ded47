/** The name under which the tab remembers the build that it has left. */
const LEFT_KEY = "covergames.left-build";

/**
 * Reload the page when a part of it cannot be loaded because the server has been upgraded: its start page names another build. A tab
 * does it once for each build, so that it never reloads in a loop; where nothing can be stored, never.
 */
export function reloadWhenOutdated(): void {
  addEventListener("vite:preloadError", () => {
    reload().catch(() => {
      // Without a network the page says so itself.
    });
  });
}

async function reload(): Promise<void> {
  const build = new URL(import.meta.url).pathname;
  const start = await fetch("/", { cache: "no-store" });
  if (start.ok && !(await start.text()).includes(build) && sessionStorage.getItem(LEFT_KEY) !== build) {
    sessionStorage.setItem(LEFT_KEY, build);
    location.reload();
  }
}
