/** The daily puzzle: days, results and statistics. */
import type { Placement, Reached } from "../../wire";

/** A calendar day such as 2026-11-16. */
export type Day = string;

/** The pile that was handed in for a day's puzzle. Only the first one counts. */
export interface Result {
  points: number;
  /** The fewest possible points. */
  best: number;
  /** The number of best piles. */
  ways: number;
  pile: Placement[];
  /** The day on which it was handed in. */
  on: Day;
  /** Whether a server has counted the pile. */
  isChecked: boolean;
  /** How long it took from the first card on, in milliseconds. */
  time?: number;
}

export type Results = Record<Day, Result>;

/** The piles on the board by day, also after one was handed in; only those of one week are saved. */
export type Attempts = Record<Day, Placement[]>;

/** How long somebody has laid cards by day, in milliseconds. */
export type Times = Record<Day, number>;

/** All results at a glance. */
export interface Statistics {
  played: number;
  optima: number;
  streak: number;
  longest: number;
  /** Milliseconds. Null: no time is known. */
  averageTime: number | null;
  /** How many results are 0, 1, 2, 3, 4, and 5 or more points above the optimum. */
  histogram: number[];
}

/** The storage keys of results, of piles on the board, and of how long they took. */
export const RESULTS_KEY = "covergames.daily.results";
export const ATTEMPTS_KEY = "covergames.daily.attempts";
export const TIMES_KEY = "covergames.daily.times";

/** The day of the first puzzle, a Monday. */
export const FIRST_DAY: Day = "2026-01-05";
const DAY_MS = 24 * 60 * 60 * 1000;
/** The last bar of the histogram counts this many points above the optimum, and more. */
const WORST = 5;

/** How many squares show a result. */
export const SQUARE_COUNT = 5;

export function isResults(value: unknown): value is Results {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every(
      (result: Result | null) =>
        typeof result?.points === "number" && typeof result.best === "number" && Array.isArray(result.pile),
    )
  );
}

export function isAttempts(value: unknown): value is Attempts {
  return typeof value === "object" && value !== null && Object.values(value).every(Array.isArray);
}

export function isTimes(value: unknown): value is Times {
  return typeof value === "object" && value !== null && Object.values(value).every((time) => typeof time === "number");
}

/** Return the local calendar day of a moment. */
export function dayOf(moment: Date): Day {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Return the day that is this many days later. */
export function daysAfter(day: Day, days: number): Day {
  const moment = new Date(`${day}T00:00:00Z`); // in UTC every day has 24 hours
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Return the week of a day, from Monday to Sunday. */
export function weekOf(day: Day): Day[] {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, place) => daysAfter(day, place - sinceMonday));
}

/** Return the number of a day's puzzle, from 1. */
export function puzzleNumber(day: Day): number {
  return Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS) + 1;
}

/** Return the milliseconds until the next puzzle. */
export function untilTomorrow(moment: Date): number {
  const midnight = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + 1);
  return midnight.getTime() - moment.getTime();
}

/** Return how many days in a row were solved on the day itself, up to today, or to yesterday if today is not solved yet. */
export function streak(results: Results, today: Day): number {
  return daysInARow(results, isSolved(results, today) ? today : daysAfter(today, -1));
}

function isSolved(results: Results, day: Day): boolean {
  return results[day]?.on === day;
}

/** Return how many days in a row were solved, up to a day. */
function daysInARow(results: Results, last: Day): number {
  let days = 0;
  while (isSolved(results, daysAfter(last, -days))) {
    days += 1;
  }
  return days;
}

/** Return all results at a glance. */
export function statisticsOf(results: Results, today: Day): Statistics {
  const all = Object.values(results);
  const above = all.map(({ points, best }) => Math.max(0, points - best));
  const times = all.flatMap(({ time }) => time ?? []);
  // A streak ends on a day that was solved and whose next day was not.
  const ends = Object.keys(results).filter((day) => !isSolved(results, daysAfter(day, 1)));
  return {
    played: all.length,
    optima: above.filter((points) => points === 0).length,
    streak: streak(results, today),
    longest: Math.max(0, ...ends.map((day) => daysInARow(results, day))),
    averageTime: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length,
    histogram: Array.from(
      { length: WORST + 1 },
      (_, points) => above.filter((value) => Math.min(value, WORST) === points).length,
    ),
  };
}

/** How a result compares with those of all players of that day, in percent. */
export interface Standing {
  /** How many players reached the optimum. */
  optimum: number;
  /** How many of the others had more points. */
  better: number;
}

/** Return how a result compares. Null: nobody else is known. */
export function standingOf(
  { points, best }: Pick<Result, "points" | "best">,
  all: readonly Reached[],
): Standing | null {
  const count = (isMeant: (points: number) => boolean): number =>
    all.filter((reached) => isMeant(reached.points)).reduce((sum, { players }) => sum + players, 0);
  const players = count(() => true);
  return players < 2
    ? null
    : {
        optimum: Math.round((100 * count((reached) => reached <= best)) / players),
        better: Math.floor((100 * count((reached) => reached > points)) / (players - 1)),
      };
}

/** Return how many squares a result fills: all at the optimum, and one less for each point above it. */
export function fullSquares({ points, best }: Pick<Result, "points" | "best">): number {
  return Math.max(0, SQUARE_COUNT - Math.max(0, points - best));
}

/** Return a result as a line of squares. */
export function squares(result: Pick<Result, "points" | "best">): string {
  const full = fullSquares(result);
  return "🟩".repeat(full) + "⬜".repeat(SQUARE_COUNT - full);
}
