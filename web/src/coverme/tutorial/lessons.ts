/** The lessons of the tutorial: texts at each decision of the learner. */
import { presentPlace } from "../../table/players";
import type { CoverMeEvent, CoverMeOptions, CoverMePrivate, CoverMePublic } from "../../wire";
import { viewOf, type View } from "../view";

/** A played season, written by scripts/web_tutorial.py. */
export interface Season {
  /** The names of the players; the learner's is empty. */
  players: string[];
  options: CoverMeOptions;
  moments: { public: CoverMePublic; private: CoverMePrivate; events: CoverMeEvent[] }[];
}

/** The lessons by moment. */
export const LESSONS = [
  ["welcome", "tracks", "place-1"],
  ["place-2"],
  ["place-3"],
  ["special", "take"],
  ["end"],
] as const;
export type Lesson = (typeof LESSONS)[number][number];

/** How far the learner has come. */
export interface Progress {
  moment: number;
  lesson: number;
}

export const START: Progress = { moment: 0, lesson: 0 };

/**
 * Return the current lesson.
 *
 * @throws Error if there is none.
 */
export function lessonAt({ moment, lesson }: Progress): Lesson {
  const found = LESSONS[moment]?.[lesson];
  if (found === undefined) {
    throw new Error(`there is no lesson ${lesson} at moment ${moment}`);
  }
  return found;
}

/** Return the progress after a lesson has been read: the next lesson of this moment, if there is one. */
export function afterReading({ moment, lesson }: Progress): Progress {
  return { moment, lesson: Math.min(lesson + 1, (LESSONS[moment]?.length ?? 1) - 1) };
}

/** Return the progress after the learner has decided. */
export function afterDeciding({ moment }: Progress): Progress {
  return { moment: Math.min(moment + 1, LESSONS.length - 1), lesson: 0 };
}

/** Return whether the lesson asks for a decision. */
export function isTask({ moment, lesson }: Progress): boolean {
  return lesson === (LESSONS[moment]?.length ?? 0) - 1;
}

/**
 * Return the table as a learner with this name sees it.
 *
 * @throws Error if the season has no such moment.
 */
export function viewAt(season: Season, { moment }: Progress, name: string): View {
  const current = season.moments[moment];
  if (current === undefined) {
    throw new Error(`the season has no moment ${moment}`);
  }
  const seats = season.players.map((player, seat) =>
    presentPlace(seat === 0 ? { name, bot: null } : { name: player, bot: "trend" }),
  );
  const arrangement = { game: "cover-me", players: seats.length, options: season.options } as const;
  return viewOf(current.public, current.private, seats, arrangement);
}

/** Return the events up to the current moment. */
export function historyAt(season: Season, { moment }: Progress): CoverMeEvent[] {
  return season.moments.slice(0, moment + 1).flatMap(({ events }) => events);
}
