/**
 * The page that the address names. Links are ordinary links; following one does not reload the client, unless it came from the cache
 * of the service worker and may be old.
 */
import { isCachedPage } from "./offline/register";

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "replay" | "review"; table: string | null }
  /** A page about the game with this name; null: the first game that has such a page. */
  | { page: "new" | "pass" | "rules"; game: string | null }
  /** Any other path, which may belong to a page that only one game has. */
  | { page: "other"; path: string };

/** Return the route of a path. */
export function routeOf(path: string): Route {
  const [, page, name] = path.split("/");
  switch (page) {
    case "table":
      return name ? { page, table: name } : { page: "home" };
    case "replay":
    case "review":
      return { page, table: name ? name : null };
    case "new":
    case "pass":
    case "rules":
      return { page, game: name ?? null };
    case "":
      return { page: "home" };
    default:
      return { page: "other", path };
  }
}

export function tablePath(table: string): string {
  return `/table/${encodeURIComponent(table)}`;
}

export function replayPath(table: string): string {
  return `/replay/${encodeURIComponent(table)}`;
}

/** Return the path of the page that says how people played. */
export function reviewPath(table: string): string {
  return `/review/${encodeURIComponent(table)}`;
}

class Router {
  #path = $state("/");

  /** Follow the address of the page, and the links on it. */
  start(): void {
    this.#path = location.pathname;
    addEventListener("popstate", () => (this.#path = location.pathname));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  get route(): Route {
    return routeOf(this.#path);
  }

  go(path: string): void {
    if (isCachedPage()) {
      location.assign(path);
      return;
    }
    history.pushState(null, "", path);
    this.#path = location.pathname;
    scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (
      !event.defaultPrevented &&
      !isCachedPage() &&
      isPlain &&
      link &&
      link.origin === location.origin &&
      !isWithinPage(link) &&
      !link.target &&
      !link.download
    ) {
      event.preventDefault();
      this.go(link.pathname + link.hash);
    }
  }
}

/** Return whether the link leads to a part of this page, which the browser scrolls to by itself. */
function isWithinPage({ pathname, hash }: HTMLAnchorElement): boolean {
  return pathname === location.pathname && hash !== "";
}

export const router = new Router();
