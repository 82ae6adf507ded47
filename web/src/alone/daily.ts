/** The daily puzzle: days, what was reached on them, how many in a row, and a result to share. */
import type { Placement } from "../wire";

/** A day of the calendar on the wall, like 2026-11-16. */
export type Day = string;

/** What was handed in for a day's puzzle; the first pile counts. */
export interface Result {
  points: number;
  /** The fewest that were possible. */
  best: number;
  ways: number;
  pile: Placement[];
  /** The day on which it was handed in. */
  on: Day;
  /** Whether a server has counted the pile. */
  isChecked: boolean;
}

export type Results = Record<Day, Result>;

/** Piles that were begun, by day; those of this week are kept. */
export type Attempts = Record<Day, Placement[]>;

const SQUARES = 5;

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

/** The day that a moment is on, where this browser is. */
export function dayOf(moment: Date): Day {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** So many days later. */
export function daysAfter(day: Day, days: number): Day {
  const moment = new Date(`${day}T00:00:00Z`); // in UTC every day has 24 hours
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The week of that day, from Monday to Sunday. */
export function weekOf(day: Day): Day[] {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, place) => daysAfter(day, place - sinceMonday));
}

/** How many days in a row were solved on the day itself, up to today, or up to yesterday while today is open. */
export function streak(results: Results, today: Day): number {
  const isKept = (day: Day): boolean => results[day]?.on === day;
  let day = isKept(today) ? today : daysAfter(today, -1);
  let days = 0;
  while (isKept(day)) {
    days += 1;
    day = daysAfter(day, -1);
  }
  return days;
}

/** How near the optimum it came, as squares: all full at the optimum, one less for each point above it. */
export function squares({ points, best }: Pick<Result, "points" | "best">): string {
  const full = Math.max(0, SQUARES - Math.max(0, points - best));
  return "🟩".repeat(full) + "⬜".repeat(SQUARES - full);
}
