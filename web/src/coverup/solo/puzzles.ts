/**
 * Puzzles. The browser deals and solves hands for practice itself. The daily puzzles come from the server; those of the next days
 * are saved, in case the browser is offline then.
 */
import { canVerify } from "../../fair/deal";
import { request } from "../../server/api";
import { browserStorage, type KeyValueStorage } from "../../storage";
import { readSaved, save } from "../../storage";
import type { Face, Placement, Puzzle, SeatScore, Step } from "../../wire";
import { facesOf, type Pile } from "../pile";
import { advise } from "../solver/advice";
import { dealtHand, roundOf } from "../solver/deal";
import { solve } from "../solver/solver";
import { daysAfter, weekOf, type Day } from "./daily";

/** The storage key of the practice hand that is not finished. */
export const PRACTICE_KEY = "covergames.practice";
const PUZZLES_KEY = "covergames.puzzles";
/** For how many days puzzles should be available offline, including today. */
const DAYS_AHEAD = 8;
/** For how many days the server is asked at a time. */
const DAYS_PER_REQUEST = 14;
export const ROUNDS = [1, 2, 3, 4, 5] as const;

function isPuzzles(value: unknown): value is Puzzle[] {
  return (
    Array.isArray(value) &&
    value.every((puzzle: Puzzle | null) => typeof puzzle?.name === "string" && Array.isArray(puzzle.hand))
  );
}

/** A practice hand that is not finished. */
export interface SavedHand {
  name: string;
  round: number;
  /** The clock; 0 means none. It starts again after a reload. */
  seconds: number;
  pile: Placement[];
}

export function isSavedHand(value: unknown): value is SavedHand {
  const hand = value as SavedHand | null;
  return (
    typeof hand?.name === "string" &&
    typeof hand.round === "number" &&
    typeof hand.seconds === "number" &&
    Array.isArray(hand.pile)
  );
}

/** Return the name of a random hand of a round. */
export function practiceName(round: number, [seed = 0] = crypto.getRandomValues(new Uint32Array(1))): string {
  return `${round}-${seed}`;
}

/** Deal a hand for practice. A browser without cryptography, as on a page over plain HTTP, lets the server deal it. */
export async function practicePuzzle(name: string): Promise<Puzzle> {
  if (!canVerify()) {
    return request("GET", `/api/puzzles/${name}`);
  }
  const hand = await dealtHand(name);
  const { points, piles } = solve(hand);
  return { name, round: roundOf(name), hand, points, ways: piles.length };
}

/** Return every best pile of a hand. */
export function bestPiles(hand: readonly Face[]): Pile[] {
  return solve(hand).piles;
}

/** Return the next step from the laid cards to a best pile. */
export function hintFor(pile: Pile, hand: readonly Face[]): Step {
  return advise(pile, bestPiles(hand), facesOf(hand));
}

/** Return the saved puzzles. */
export function savedPuzzles(storage: KeyValueStorage = browserStorage): Puzzle[] {
  return readSaved(PUZZLES_KEY, isPuzzles, [], storage);
}

/** Return whether puzzles of this week or of the days ahead are missing. */
export function arePuzzlesMissing(today: Day, puzzles: readonly Puzzle[]): boolean {
  const names = puzzles.map(({ name }) => name);
  return [...weekOf(today), daysAfter(today, DAYS_AHEAD - 1)].some((day) => !names.includes(day));
}

/** Fetch and save the puzzles of this week and of the days ahead. Older ones are forgotten. */
export async function fetchPuzzles(today: Day, storage: KeyValueStorage = browserStorage): Promise<Puzzle[]> {
  const monday = weekOf(today)[0] ?? today;
  const puzzles: Puzzle[] = await request("GET", `/api/puzzles?first=${monday}&days=${DAYS_PER_REQUEST}`);
  save(PUZZLES_KEY, puzzles, storage);
  return puzzles;
}

/** Fetch the puzzles of a week in the past, given its Monday. They are not saved. */
export function fetchWeek(monday: Day): Promise<Puzzle[]> {
  return request("GET", `/api/puzzles?first=${monday}&days=7`);
}

export function fetchScore(name: string, pile: readonly Placement[]): Promise<SeatScore> {
  return request("POST", `/api/puzzles/${name}/score`, { pile });
}
