/**
 * "Your puzzles": decisions that cost the player of this browser most, collected from analyses of finished games. Each is asked again
 * after days, and after longer ones every time that it is answered right. It is learned after the last of them.
 */
import { savedSeat } from "../../server/seats";
import { browserStorage, readSaved, save, type KeyValueStorage } from "../../storage";
import type { CoverMeAction, CoverMePrivate, Replay, Seat } from "../../wire";
import { choiceOf, isRight, type Choice, type Position } from "./position";

/** A decision of an analysis, as far as a puzzle needs it. Shares of the victory are in millionths. */
export interface JudgedEntry {
  /** After how many events of the record the decision is complete. */
  index: number;
  judgement: {
    legal: number;
    chosen: Record<string, unknown>;
    mark: string | null;
    options: { action: Record<string, unknown>; share: number; behind: number; margin: number }[];
  } | null;
}

export interface OwnPuzzle {
  /** Table, seat and event, so that no decision is collected twice. */
  id: string;
  position: Position;
  choices: Choice[];
  /** What the player chose in the game. */
  chosen: CoverMeAction;
  /** How often in a row it was answered right. */
  stage: number;
  /** The day on which it is asked next, such as 2026-11-16. */
  due: string;
}

/** The days until a puzzle is asked again, after each right answer. */
export const INTERVAL_DAYS = [1, 3, 7, 21] as const;
/** The most puzzles that are kept: each takes some 10 kB. */
export const MAX_PUZZLES = 60;
const KEY = "covergames.mine.1";
const LEARNED_KEY = "covergames.mine.learned.1";
const MAX_LEARNED = 500;

/** Return the day of a moment here, such as 2026-11-16, some days later. */
export function dayOf(moment: Date, later = 0): string {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + later);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Return all puzzles that are not learned. What is damaged is left out. */
export function ownPuzzles(storage: KeyValueStorage = browserStorage): OwnPuzzle[] {
  return (readSaved(KEY, Array.isArray, [], storage) as unknown[]).filter(isOwnPuzzle);
}

/** Return the puzzles to be answered on a day, the longest due first. */
export function dueOn(day: string, puzzles: readonly OwnPuzzle[]): OwnPuzzle[] {
  return puzzles.filter(({ due }) => due <= day).sort((one, other) => one.due.localeCompare(other.due));
}

/** Return the puzzles after an answer: asked again later, or learned and gone; a wrong answer starts from the beginning. */
export function answered(puzzles: readonly OwnPuzzle[], id: string, choice: Choice | null, now: Date): OwnPuzzle[] {
  return puzzles.flatMap((puzzle) => {
    if (puzzle.id !== id) {
      return [puzzle];
    }
    const stage = choice !== null && isRight(choice) ? puzzle.stage + 1 : 0;
    const days = INTERVAL_DAYS[Math.max(0, stage - 1)];
    return stage > INTERVAL_DAYS.length || days === undefined ? [] : [{ ...puzzle, stage, due: dayOf(now, days) }];
  });
}

/** Save the puzzles; those that are gone are not collected again. */
export function savePuzzles(puzzles: readonly OwnPuzzle[], storage: KeyValueStorage = browserStorage): void {
  const left = new Set(puzzles.map(({ id }) => id));
  const gone = ownPuzzles(storage).flatMap(({ id }) => (left.has(id) ? [] : [id]));
  save(LEARNED_KEY, [...gone, ...learned(storage)].slice(0, MAX_LEARNED), storage);
  save(KEY, puzzles, storage);
}

/**
 * Collect the marked decisions of this browser's seat at a table from its analysis; `replay` is the game as the seat saw it. Decisions
 * of which the analysis does not value every legal action, or values the chosen one as high as the best, are no puzzles.
 */
export function collect(
  entries: readonly JudgedEntry[],
  replay: Replay,
  { table, seat, now = new Date() }: { table: string; seat: Seat; now?: Date },
  storage: KeyValueStorage = browserStorage,
): void {
  if (savedSeat(table, storage)?.seat !== seat) {
    return; // somebody else's decisions
  }
  const known = new Set([...ownPuzzles(storage).map(({ id }) => id), ...learned(storage)]);
  const found = entries.flatMap((entry) => {
    const id = `${table}/${seat}/${entry.index}`;
    const puzzle = known.has(id) ? null : puzzleOf(id, entry, replay, seat, dayOf(now));
    return puzzle === null ? [] : [puzzle];
  });
  save(KEY, [...found, ...ownPuzzles(storage)].slice(0, MAX_PUZZLES), storage);
}

function puzzleOf(
  id: string,
  { index, judgement }: JudgedEntry,
  replay: Replay,
  seat: Seat,
  due: string,
): OwnPuzzle | null {
  const { arrangement, steps, players } = replay;
  // Without the index of a step there is no telling which decision it was.
  const before = steps[steps.findIndex((step) => (step as { index?: number }).index === index) - 1];
  if (
    judgement?.mark == null ||
    judgement.options.length !== judgement.legal ||
    arrangement.game !== "cover-me" ||
    before?.public.game !== "cover-me" ||
    before.private?.game !== "cover-me"
  ) {
    return null;
  }
  const choices = judgement.options.map(({ action, share, behind, margin }) => ({
    action: action as unknown as CoverMeAction,
    share: Math.round(share / 1000),
    behind: Math.round(behind / 1000),
    margin: Math.ceil(margin / 1000),
  }));
  const chosen = judgement.chosen as unknown as CoverMeAction;
  const inGame = choiceOf(choices, chosen);
  if (inGame === null || isRight(inGame)) {
    return null; // valued once more, the choice may be the best
  }
  const own: CoverMePrivate = { ...before.private, legal: choices.map(({ action }) => action) };
  return {
    id,
    position: {
      players: players.map(({ name }, each) => (each === seat ? "" : name)),
      options: arrangement.options,
      public: before.public,
      private: own,
      history: [],
    },
    choices,
    chosen,
    stage: 0,
    due,
  };
}

function learned(storage: KeyValueStorage): string[] {
  const ids: unknown[] = readSaved(LEARNED_KEY, Array.isArray, [], storage);
  return ids.filter((id): id is string => typeof id === "string");
}

function isOwnPuzzle(value: unknown): value is OwnPuzzle {
  const puzzle = value as OwnPuzzle | null;
  return (
    typeof puzzle?.id === "string" &&
    typeof puzzle.due === "string" &&
    Number.isInteger(puzzle.stage) &&
    Array.isArray(puzzle.choices) &&
    puzzle.choices.length > 1 &&
    Array.isArray(puzzle.position?.players) &&
    Array.isArray(puzzle.position.private?.legal) &&
    typeof puzzle.position.public?.phase === "string" &&
    typeof puzzle.chosen?.event === "string"
  );
}
