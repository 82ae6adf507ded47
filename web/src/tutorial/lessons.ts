/** What is said while the first season is played: at each of the learner's decisions, one text after the other. */
import { sitting, viewOf, type View } from "../coverme/view";
import type { CoverMeEvent } from "../coverme/wire";
import type { CoverMeOptions, CoverMePrivate, CoverMePublic } from "../wire";

/** A season as the rules played it; written by scripts/web_tutorial.py. */
export interface Season {
  /** Names; the learner has none. */
  players: string[];
  options: CoverMeOptions;
  moments: { public: CoverMePublic; private: CoverMePrivate; events: CoverMeEvent[] }[];
}

/** The texts, by moment. */
export const LESSONS = [
  ["welcome", "tracks", "place-1"],
  ["place-2"],
  ["place-3"],
  ["special", "take"],
  ["end"],
] as const;
export type Lesson = (typeof LESSONS)[number][number];

/** Where the learner stands. */
export interface Progress {
  moment: number;
  lesson: number;
}

export const BEGINNING: Progress = { moment: 0, lesson: 0 };

export function lessonAt({ moment, lesson }: Progress): Lesson {
  const found = LESSONS[moment]?.[lesson];
  if (found === undefined) {
    throw new Error(`there is no lesson ${lesson} at moment ${moment}`);
  }
  return found;
}

/** After the text has been read: the next one here; the same, if it asks for a decision. */
export function read({ moment, lesson }: Progress): Progress {
  return { moment, lesson: Math.min(lesson + 1, (LESSONS[moment]?.length ?? 1) - 1) };
}

/** After the learner has decided. */
export function decided({ moment }: Progress): Progress {
  return { moment: Math.min(moment + 1, LESSONS.length - 1), lesson: 0 };
}

/** Whether the text asks for a decision. */
export function isTask({ moment, lesson }: Progress): boolean {
  return lesson === (LESSONS[moment]?.length ?? 0) - 1;
}

/** The table as the learner, called so, sees it then. */
export function viewAt(season: Season, { moment }: Progress, name: string): View {
  const shown = season.moments[moment];
  if (shown === undefined) {
    throw new Error(`the season has no moment ${moment}`);
  }
  const seats = season.players.map((player, seat) =>
    sitting(seat === 0 ? { name, bot: null } : { name: player, bot: "trend" }),
  );
  const arrangement = { game: "cover-me", players: seats.length, options: season.options } as const;
  return viewOf(shown.public, shown.private, seats, arrangement);
}

/** What has happened until then. */
export function historyAt(season: Season, { moment }: Progress): CoverMeEvent[] {
  return season.moments.slice(0, moment + 1).flatMap(({ events }) => events);
}
