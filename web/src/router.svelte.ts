/** Which page the address names; links are ordinary links, followed without loading the page anew. */
import type { Game } from "./game";

export type Route =
  | { page: "home" }
  | { page: "new"; game: Game }
  | { page: "pass" }
  | { page: "tutorial" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string | null }
  | { page: "alone"; what: Alone }
  | { page: "rules"; game: Game };

const ALONE = ["daily", "practice", "hourglass", "trends"] as const;
/** The pages for one person, or for the people around one box. */
export type Alone = (typeof ALONE)[number];

/** The route of a path; what is no path of ours is the home page. */
export function routeOf(path: string): Route {
  const [, page, rest] = path.split("/");
  if (page === "table" && rest) {
    return { page: "table", table: rest };
  }
  if (page === "replay") {
    return { page: "replay", table: rest ? rest : null };
  }
  const what = ALONE.find((name) => name === rest);
  if (page === "alone" && what !== undefined) {
    return { page: "alone", what };
  }
  if (page === "rules" || page === "new") {
    return { page, game: rest === "cover-up" ? "cover-up" : "cover-me" };
  }
  return page === "pass" || page === "tutorial" ? { page } : { page: "home" };
}

export function tablePath(table: string): string {
  return `/table/${encodeURIComponent(table)}`;
}

export function replayPath(table: string): string {
  return `/replay/${encodeURIComponent(table)}`;
}

class Router {
  #path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.#path = location.pathname));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  get route(): Route {
    return routeOf(this.#path);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#path = location.pathname;
    scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (
      !event.defaultPrevented &&
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

/** Whether it leads to another place of this very page, which the browser finds by itself. */
function isWithinPage({ pathname, hash }: HTMLAnchorElement): boolean {
  return pathname === location.pathname && hash !== "";
}

export const router = new Router();
