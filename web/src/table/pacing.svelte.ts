/**
 * Shows what happens at a live table one thing after another. The server waits for nobody: messages become scenes, and each
 * scene stays for a moment before the next one is shown. What the player may decide never comes from here.
 */
import { untrack } from "svelte";
import type { Connection } from "../connection/connection";
import type { Pace } from "../design/pace.svelte";
import type { GameParts } from "./game-parts.svelte";

/** The parts of a game as they are shown. */
export type Shown = Pick<GameParts, "public" | "private" | "history" | "news">;

/** How much attention a scene deserves: everybody's cards are turned, one player does something, or nothing much happens. */
export type Weight = "reveal" | "move" | "none";

export interface Scene {
  shown: Shown;
  weight: Weight;
}

/** Returns the scenes that lead from one state of a game to the next. The last one shows the next state. */
export type Director = (before: Shown, now: Shown) => Scene[];

const WAIT_MS: Record<Pace, Record<Weight, number>> = {
  calm: { reveal: 2000, move: 1000, none: 0 },
  brisk: { reveal: 1000, move: 500, none: 0 },
  instant: { reveal: 0, move: 0, none: 0 },
};

/** How far the page may be behind; beyond that the oldest scenes are left out. */
export const MAX_BEHIND_MS = 5000;

/** The scenes of a table, at the pace that the player has chosen. */
export class Pacing {
  #shown: Shown = $state.raw({ public: null, private: null, history: [], news: [] });
  /** The scenes that were not shown yet. */
  #queue: readonly Scene[] = $state.raw([]);
  #newest: Shown | null = null;
  #isPaused = false;
  #timer: ReturnType<typeof setTimeout> | null = $state.raw(null);
  readonly #director: Director;
  readonly #pace: () => Pace;

  constructor(director: Director, pace: () => Pace) {
    this.#director = director;
    this.#pace = pace;
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Whether something newer waits to be shown. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  /** Whether the scene that is shown still deserves attention. */
  get isHolding(): boolean {
    return this.#timer !== null;
  }

  /** Take in the latest state of the connection. `isWatched`: whether somebody can see the page. */
  take({ public: publicView, private: privateView, history, news }: Shown, isWatched = true): void {
    const before = this.#newest;
    const now: Shown = { public: publicView, private: privateView, history, news };
    this.#newest = now;
    if (before === null || before.public === null || !isWatched) {
      this.#showNow(now);
    } else if (history.length - before.history.length !== (news === before.news ? 0 : news.length)) {
      this.#showNow(now); // the page was away and has missed something
    } else if (now.public !== before.public || now.private !== before.private || news !== before.news) {
      this.#queue = shortened([...this.#queue, ...this.#director(before, now)], this.#pace());
      this.#goOn();
    }
  }

  /** Show the present, whatever waits. */
  skip(): void {
    if (this.#newest !== null && this.isBehind) {
      this.#showNow({ ...this.#newest, news: this.#queue.flatMap(({ shown }) => shown.news) });
    }
  }

  /** Wait, for instance while the player reads something, or go on. */
  pause(isPaused: boolean): void {
    const wasPaused = this.#isPaused;
    this.#isPaused = isPaused;
    if (wasPaused && !isPaused) {
      this.#stopTimer();
      this.#goOn();
    }
  }

  /** Show nothing more. */
  stop(): void {
    this.#stopTimer();
    this.#queue = [];
  }

  #showNow(shown: Shown): void {
    this.stop();
    this.#shown = shown;
  }

  #goOn(): void {
    let news: Shown["news"] = []; // of all scenes that pass without a wait
    while (this.#timer === null && !(this.#isPaused && this.#pace() !== "instant")) {
      const [next, ...later] = this.#queue;
      if (next === undefined) {
        return;
      }
      this.#queue = later;
      news = [...news, ...next.shown.news];
      this.#shown = { ...next.shown, news };
      const wait = WAIT_MS[this.#pace()][next.weight];
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = null;
          this.#goOn();
        }, wait);
      }
    }
  }

  #stopTimer(): void {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
  }
}

/** Leave out the oldest scenes of a queue that takes too long. The next scene announces their news. */
function shortened(queue: readonly Scene[], pace: Pace): Scene[] {
  const kept = [...queue];
  const length = (): number => kept.reduce((sum, { weight }) => sum + WAIT_MS[pace][weight], 0);
  while (kept.length > 1 && length() > MAX_BEHIND_MS) {
    const [first, second] = kept.splice(0, 2) as [Scene, Scene];
    const news = [...first.shown.news, ...second.shown.news];
    kept.unshift({ ...second, shown: { ...second.shown, news } });
  }
  return kept;
}

/** Pace a connection for as long as a component exists. Call it while the component is created. */
export function pacedBy(pacing: Pacing, connection: () => Connection): void {
  $effect.pre(() => {
    const now = connection();
    untrack(() => pacing.take(now, document.visibilityState === "visible"));
  });
  $effect(() => {
    const skip = (): void => pacing.skip();
    document.addEventListener("visibilitychange", skip);
    return () => {
      document.removeEventListener("visibilitychange", skip);
      pacing.stop();
    };
  });
}
