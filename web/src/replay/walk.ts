/** Walking through a game that is over: where a key leads, and what has happened so far. No page and no clock. */
import type { Event, ReplayStep } from "../wire";

/** A part of the game that one can jump to, and the step that it begins with. */
export interface Chapter {
  step: number;
  name: string;
}

/** How fast it plays, as a multiple of its own pace. */
export const SPEEDS = [1, 2, 4] as const;

/** As whom one looks back: a seat by its number. */
export type Viewer = "spectator" | "face-up" | number;

/** The step that a key leads to from here; null: the key means something else. */
export function stepByKey(key: string, step: number, last: number, chapters: readonly Chapter[]): number | null {
  switch (key) {
    case "ArrowRight":
      return Math.min(last, step + 1);
    case "ArrowLeft":
      return Math.max(0, step - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    case "PageDown":
      return chapters.find((chapter) => chapter.step > step)?.step ?? last;
    case "PageUp":
      return chapters.findLast((chapter) => chapter.step < step)?.step ?? 0;
    default:
      return null;
  }
}

/** The chapter that a step is in; null: before the first. */
export function chapterAt(step: number, chapters: readonly Chapter[]): Chapter | null {
  return chapters.findLast((chapter) => chapter.step <= step) ?? null;
}

/** What had happened by that step, from the deal on. */
export function historyAt(steps: readonly ReplayStep[], step: number): Event[] {
  return steps.slice(0, step + 1).flatMap(({ events }) => events);
}

/** The step that an address names behind its hash; what names none is the first. */
export function stepIn(hash: string, last: number): number {
  const named = /^#(\d{1,6})$/.exec(hash)?.[1];
  return Math.min(last, Number(named ?? 0));
}
