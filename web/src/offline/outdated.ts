/** The name under which the tab remembers the build that it has left. */
const LEFT_KEY = "covergames.left-build";

/**
 * Reload the page when a part of it cannot be loaded although the server answers: the server has been upgraded, and the files of this
 * build are gone. A tab does it once for each build, so that it never reloads in a loop; where nothing can be stored, never.
 */
export function reloadWhenOutdated(): void {
  addEventListener("vite:preloadError", () => {
    reload().catch(() => {
      // Without a network the page says so itself.
    });
  });
}

async function reload(): Promise<void> {
  const build = import.meta.url;
  if (sessionStorage.getItem(LEFT_KEY) !== build && (await fetch("/", { cache: "no-store" })).ok) {
    sessionStorage.setItem(LEFT_KEY, build);
    location.reload();
  }
}
