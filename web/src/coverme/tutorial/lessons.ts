/** The lessons of the tutorial: what is said, at which moment of a played game, and what the learner may decide there. */
import { presentPlace } from "../../table/players";
import type { CoverMeAction, CoverMeEvent, CoverMePrivate, CoverMePublic } from "../../wire";
import { seasonEnds } from "../season-end";
import { viewOf, type View } from "../view";

interface Moment {
  public: CoverMePublic;
  private: CoverMePrivate;
  /** The events since the moment before. */
  events: CoverMeEvent[];
  /** The number of the moment after each legal action. */
  next?: number[];
}

export const SCENES = ["take", "keep", "feature", "swap", "draft"] as const;
export type Scene = (typeof SCENES)[number];

/** Moments of played games, written by scripts/web_tutorial.py. */
export interface Tutorial {
  /** The names of the players; the learner's is empty. */
  players: string[];
  /** A season as a tree of moments: the first one, and what follows from each choice. */
  moments: Moment[];
  /** The decisions that come later in a game, each on its own. */
  scenes: Record<Scene, Moment>;
}

/** The lessons in order. */
export const LESSONS = [
  "welcome",
  "card",
  "tracks",
  "place-1",
  "place-2",
  "place-3",
  "special",
  ...SCENES,
  "end",
] as const;
export type Lesson = (typeof LESSONS)[number];

const PLACING: readonly Lesson[] = ["place-1", "place-2", "place-3"];

/** How far the learner has come: the number of the lesson, and the moments of the season so far. */
export interface Progress {
  lesson: number;
  path: readonly number[];
}

export const START: Progress = { lesson: 0, path: [0] };

/** Return the current lesson. */
export function lessonAt({ lesson }: Progress): Lesson {
  return LESSONS[lesson] ?? "end";
}

function sceneOf(lesson: Lesson): Scene | null {
  return SCENES.find((scene) => scene === lesson) ?? null;
}

/** Return whether the lesson asks for a decision. */
export function isTask(progress: Progress): boolean {
  const lesson = lessonAt(progress);
  return PLACING.includes(lesson) || sceneOf(lesson) !== null;
}

/** Return the progress after a lesson has been read, or after its decision. A task that is skipped is decided by the first choice. */
export function after(tutorial: Tutorial, progress: Progress, action?: CoverMeAction): Progress {
  const { lesson, path } = progress;
  const { legal, next } = seasonMoment(tutorial, progress);
  if (!PLACING.includes(lessonAt(progress)) || next === undefined) {
    return { lesson: Math.min(lesson + 1, LESSONS.length - 1), path };
  }
  const chosen = legal.findIndex((each) => JSON.stringify(each) === JSON.stringify(action));
  return { lesson: lesson + 1, path: [...path, next[Math.max(0, chosen)] ?? 0] };
}

/** Return the progress before the last step. */
export function before({ lesson, path }: Progress): Progress {
  const earlier = { lesson: Math.max(0, lesson - 1), path };
  return PLACING.includes(lessonAt(earlier)) ? { ...earlier, path: path.slice(0, -1) } : earlier;
}

function seasonMoment({ moments }: Tutorial, { path }: Progress): Moment & { legal: CoverMeAction[] } {
  const moment = moments[path.at(-1) ?? 0];
  if (moment === undefined) {
    throw new Error(`the season has no moment ${path.at(-1)}`);
  }
  return { ...moment, legal: moment.private.legal };
}

/** Return the moment that the lesson is about. */
export function momentAt(tutorial: Tutorial, progress: Progress): Moment {
  const scene = sceneOf(lessonAt(progress));
  return scene === null ? seasonMoment(tutorial, progress) : tutorial.scenes[scene];
}

/** Return the table as a learner with this name sees it. Nothing can be chosen while a lesson is only read. */
export function viewAt(tutorial: Tutorial, progress: Progress, name: string): View {
  const current = momentAt(tutorial, progress);
  const seats = tutorial.players.map((player, seat) =>
    presentPlace(seat === 0 ? { name, bot: null } : { name: player, bot: "trend" }),
  );
  const shown = isTask(progress) ? current.private : { ...current.private, legal: [] };
  return viewOf(current.public, shown, seats, { game: "cover-me", players: seats.length, options: {} });
}

/** Return the events up to the current moment. A scene has none. */
export function historyAt(tutorial: Tutorial, progress: Progress): CoverMeEvent[] {
  const { path } = progress;
  return sceneOf(lessonAt(progress)) === null ? path.flatMap((moment) => tutorial.moments[moment]?.events ?? []) : [];
}

/** Return what became of the learner's covers in the season: three trends, some, or none. Null: the season is not over. */
export function outcomeAt(tutorial: Tutorial, { path }: Progress): "three" | "some" | "none" | null {
  const history = path.flatMap((moment) => tutorial.moments[moment]?.events ?? []);
  const special = seasonEnds(history, false)[0]?.specials.find(({ magazine }) => magazine === 0);
  return special === undefined ? null : special.value === 3 ? "three" : special.value === 0 ? "none" : "some";
}
