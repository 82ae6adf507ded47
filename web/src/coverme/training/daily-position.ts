/** The daily position of Cover Me: fetched once, kept for when there is no server, and answered once. */
import { request } from "../../server/api";
import { browserStorage, readSaved, save, type KeyValueStorage } from "../../storage";
import type { CoverMeAction, CoverPuzzle } from "../../wire";

const PUZZLE_KEY = "covergames.place.puzzle.1";
const ANSWERS_KEY = "covergames.place.answers.1";
/** How many days are remembered. */
const MAX_ANSWERS = 400;

/** The first answer of each day. */
export type Answers = Record<string, CoverMeAction>;

/** Return the position of a day, such as 2026-11-16: from the server, or the one that was kept. */
export async function fetchPosition(day: string, storage: KeyValueStorage = browserStorage): Promise<CoverPuzzle> {
  const kept = readSaved(PUZZLE_KEY, isPuzzle, null, storage);
  if (kept?.name === day) {
    return kept;
  }
  const puzzle: CoverPuzzle = await request("GET", `/api/cover-puzzles/${day}`);
  save(PUZZLE_KEY, puzzle, storage);
  return puzzle;
}

/** Return all answers. */
export function savedAnswers(storage: KeyValueStorage = browserStorage): Answers {
  return readSaved(ANSWERS_KEY, isAnswers, {}, storage);
}

/** Remember the answer of a day; only the first one counts. */
export function saveAnswer(day: string, action: CoverMeAction, storage: KeyValueStorage = browserStorage): Answers {
  const answers = { [day]: action, ...savedAnswers(storage) };
  const latest = Object.keys(answers).sort().slice(-MAX_ANSWERS);
  const remembered = Object.fromEntries(latest.map((each) => [each, answers[each]!]));
  save(ANSWERS_KEY, remembered, storage);
  return remembered;
}

function isPuzzle(value: unknown): value is CoverPuzzle {
  const puzzle = value as CoverPuzzle | null;
  return typeof puzzle?.name === "string" && Array.isArray(puzzle.options) && Array.isArray(puzzle.history);
}

function isAnswers(value: unknown): value is Answers {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((action: unknown) => typeof (action as CoverMeAction | null)?.event === "string")
  );
}
