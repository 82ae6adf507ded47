/** Storm: as many hands as possible against the clock. The rules of a run, and the runs that this browser has saved. */
import { browserStorage, readSaved, save, type KeyValueStorage } from "../../storage";
import type { Face } from "../../wire";
import type { Pile } from "../pile";
import type { DeckName } from "./decks";

/** How long a run takes if no time is won or lost. */
export const RUN_MS = 180_000;
/** After so many hands in a row without a skip, time is won. */
export const ROW_LENGTH = 3;
export const BONUS_MS = 10_000;
export const SKIP_MS = 10_000;

const STORAGE_KEY = "covergames.storm";
const MAX_SAVED_RUNS = 50;

/** A run that is over. */
export interface StormResult {
  /** All hands follow from it. */
  seed: number;
  deck: DeckName;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** When each hand was solved, in milliseconds since the start. */
  solved: readonly number[];
  longestRow: number;
}

/** A run that is being played. */
export interface StormRun extends StormResult {
  /** Milliseconds since 1970. */
  endsAt: number;
  /** How many hands were solved since the last skip. */
  row: number;
  skipped: number;
}

/** A hand of a run, and a best pile of it. */
export interface StormHand {
  /** Starting with 0. */
  number: number;
  cards: readonly Face[];
  goal: number;
  best: Pile;
}

/** Return a run that starts now. */
export function startRun(seed: number, deck: DeckName, now: number): StormRun {
  return { seed, deck, startedAt: now, endsAt: now + RUN_MS, solved: [], row: 0, longestRow: 0, skipped: 0 };
}

/** Return the number of the current hand, starting with 0. */
export function handNumber({ solved, skipped }: StormRun): number {
  return solved.length + skipped;
}

/** Return the run after its hand was solved. */
export function afterSolving(run: StormRun, now: number): StormRun {
  const row = run.row + 1;
  return {
    ...run,
    row,
    longestRow: Math.max(row, run.longestRow),
    solved: [...run.solved, now - run.startedAt],
    endsAt: run.endsAt + (isBonus(row) ? BONUS_MS : 0),
  };
}

/** Return whether the last hand of a row wins time. */
export function isBonus(row: number): boolean {
  return row > 0 && row % ROW_LENGTH === 0;
}

/** Return the run after its hand was skipped. */
export function afterSkipping(run: StormRun): StormRun {
  return { ...run, row: 0, skipped: run.skipped + 1, endsAt: run.endsAt - SKIP_MS };
}

/** Return how many hands a run had solved after so many milliseconds. */
export function solvedBy({ solved }: StormResult, elapsed: number): number {
  return solved.filter((time) => time <= elapsed).length;
}

/** Compare two runs, the better one first: with more hands, or with as many in less time. */
function compareRuns(one: StormResult, other: StormResult): number {
  return other.solved.length - one.solved.length || (one.solved.at(-1) ?? 0) - (other.solved.at(-1) ?? 0);
}

/** Return the saved runs with a deck, the best first. */
export function savedRuns(deck: DeckName, storage: KeyValueStorage = browserStorage): StormResult[] {
  return allRuns(storage).filter((run) => run.deck === deck);
}

function allRuns(storage: KeyValueStorage): StormResult[] {
  return readSaved(STORAGE_KEY, isRuns, [], storage);
}

/** Save a run if it solved a hand. The worst runs are forgotten. */
export function saveRun(run: StormResult, storage: KeyValueStorage = browserStorage): void {
  const { seed, deck, startedAt, solved, longestRow } = run;
  if (solved.length > 0) {
    const runs = [...allRuns(storage), { seed, deck, startedAt, solved, longestRow }].sort(compareRuns);
    save(STORAGE_KEY, runs.slice(0, MAX_SAVED_RUNS), storage);
  }
}

function isRuns(value: unknown): value is StormResult[] {
  return (
    Array.isArray(value) &&
    value.every(
      (run: StormResult | null) =>
        typeof run?.seed === "number" && typeof run.startedAt === "number" && Array.isArray(run.solved),
    )
  );
}

/** Return a random seed. */
export function newSeed([seed = 0] = crypto.getRandomValues(new Uint32Array(1))): number {
  return seed;
}

/** Return the seed in the part of an address behind the `#`. Null: it has none. */
export function seedFromHash(hash: string): number | null {
  const seed = /^#\d{1,10}$/.test(hash) ? Number(hash.slice(1)) : NaN;
  return seed < 2 ** 32 ? seed : null;
}
