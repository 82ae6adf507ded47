/** Moving through the steps of a replay. */
import type { Event, ReplayStep } from "../wire";

/** A part of the game to jump to, and its first step. */
export interface Chapter {
  step: number;
  name: string;
}

/** The playback speeds, as multiples of the normal one. */
export const SPEEDS = [1, 2, 4] as const;

/** Whose view a replay shows: a seat's, a spectator's, or all cards face up. */
export type Viewer = "spectator" | "face-up" | number;

/** Return the step to which a key leads. Null: the key has no meaning here. */
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

/** Return the chapter of a step. Null: the step is before the first chapter. */
export function chapterAt(step: number, chapters: readonly Chapter[]): Chapter | null {
  return chapters.findLast((chapter) => chapter.step <= step) ?? null;
}

/** Return the events from the deal up to a step. */
export function historyAt(steps: readonly ReplayStep[], step: number): Event[] {
  return steps.slice(0, step + 1).flatMap(({ events }) => events);
}

/** Return the step that the hash of an address names, or the first one. */
export function stepFromHash(hash: string, last: number): number {
  const named = /^#(\d{1,6})$/.exec(hash)?.[1];
  return Math.min(last, Number(named ?? 0));
}
