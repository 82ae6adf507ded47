/** The daily puzzle: days, results, streaks, and the text to share. */
import type { Placement } from "../../wire";

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
}

export type Results = Record<Day, Result>;

/** Unfinished piles by day; only those of this week are saved. */
export type Attempts = Record<Day, Placement[]>;

const SQUARE_COUNT = 5;

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

/** Return how many days in a row were solved on the day itself, up to today, or to yesterday if today is not solved yet. */
export function streak(results: Results, today: Day): number {
  const isSolved = (day: Day): boolean => results[day]?.on === day;
  let day = isSolved(today) ? today : daysAfter(today, -1);
  let days = 0;
  while (isSolved(day)) {
    days += 1;
    day = daysAfter(day, -1);
  }
  return days;
}

/** Return a result as squares: all are full at the optimum, and one less for each point above it. */
export function squares({ points, best }: Pick<Result, "points" | "best">): string {
  const full = Math.max(0, SQUARE_COUNT - Math.max(0, points - best));
  return "🟩".repeat(full) + "⬜".repeat(SQUARE_COUNT - full);
}
