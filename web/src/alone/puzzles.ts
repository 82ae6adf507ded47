/** Puzzles: from the server, and the next days' from what this browser keeps in case it is offline then. */
import { drawer, type Drawer } from "../drawer";
import { ask } from "../server/api";
import type { BestPiles, Placement, Puzzle, Score, Step } from "../wire";
import { daysAfter, weekOf, type Day } from "./daily";
import { keep, kept } from "./kept";

/** Where this browser keeps what was reached, and what was begun. */
export const RESULTS = "covergames.daily.results";
export const ATTEMPTS = "covergames.daily.attempts";
const KEY = "covergames.puzzles";
/** How many days there are puzzles for without a server, today included; the server tells two weeks at a time. */
export const AHEAD = 8;
const AT_ONCE = 14;
export const ROUNDS = [1, 2, 3, 4, 5] as const;

function isPuzzles(value: unknown): value is Puzzle[] {
  return (
    Array.isArray(value) &&
    value.every((puzzle: Puzzle | null) => typeof puzzle?.name === "string" && Array.isArray(puzzle.hand))
  );
}

/** A name for a hand of that round, by chance. */
export function practiceName(round: number, [seed = 0] = crypto.getRandomValues(new Uint32Array(1))): string {
  return `${round}-${seed}`;
}

export function puzzleNamed(name: string): Promise<Puzzle> {
  return ask("GET", `/api/puzzles/${name}`);
}

/** The puzzles of today's week and of the days to come that this browser has. */
export function keptPuzzles(storage: Drawer = drawer): Puzzle[] {
  return kept(KEY, isPuzzles, [], storage);
}

/** Whether puzzles should be fetched while there is a server: some of the days ahead, or of this week, are missing. */
export function isShort(today: Day, puzzles: readonly Puzzle[]): boolean {
  const names = puzzles.map(({ name }) => name);
  return [...weekOf(today), daysAfter(today, AHEAD - 1)].some((day) => !names.includes(day));
}

/** Fetch this week's and the next days' puzzles, and keep them; those of weeks gone by are forgotten. */
export async function fetchPuzzles(today: Day, storage: Drawer = drawer): Promise<Puzzle[]> {
  const monday = weekOf(today)[0] ?? today;
  const puzzles: Puzzle[] = await ask("GET", `/api/puzzles?first=${monday}&days=${AT_ONCE}`);
  keep(KEY, puzzles, storage);
  return puzzles;
}

export function scoreOf(name: string, pile: readonly Placement[]): Promise<Score> {
  return ask("POST", `/api/puzzles/${name}/score`, { pile });
}

export function nextStep(name: string, pile: readonly Placement[]): Promise<Step> {
  return ask("POST", `/api/puzzles/${name}/step`, { pile });
}

export function bestPiles(name: string): Promise<BestPiles> {
  return ask("GET", `/api/puzzles/${name}/best`);
}
