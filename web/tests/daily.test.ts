import { beforeEach, describe, expect, test } from "vitest";
import {
  dayOf,
  daysAfter,
  isResults,
  squares,
  streak,
  weekOf,
  type Result,
  type Results,
} from "../src/coverup/solo/daily";
import { arePuzzlesMissing, savedPuzzles, practiceName } from "../src/coverup/solo/puzzles";
import { readSaved, save } from "../src/storage";
import type { Puzzle } from "../src/wire";
import { MemoryStorage } from "./memory-storage";

function result(on: string, points = 12): Result {
  return { points, best: 12, ways: 3, pile: [], on, isChecked: true };
}

function solved(...days: string[]): Results {
  return Object.fromEntries(days.map((day) => [day, result(day)]));
}

describe("days", () => {
  test("are those of the local time zone, not of UTC", () => {
    expect(dayOf(new Date(2026, 10, 16, 0, 1))).toBe("2026-11-16");
    expect(dayOf(new Date(2026, 10, 16, 23, 59))).toBe("2026-11-16");
    expect(dayOf(new Date(2027, 0, 2))).toBe("2027-01-02");
  });

  test("continue across months, years and daylight saving time", () => {
    expect(daysAfter("2026-12-31", 1)).toBe("2027-01-01");
    expect(daysAfter("2028-03-01", -1)).toBe("2028-02-29");
    expect(daysAfter("2026-10-24", 2)).toBe("2026-10-26");
  });

  test("belong to a week from Monday to Sunday", () => {
    const week = weekOf("2026-11-16");
    expect([week[0], week[6]]).toEqual(["2026-11-16", "2026-11-22"]);
    expect(week.map(weekOf)).toEqual(week.map(() => week));
  });
});

describe("a streak", () => {
  test("ends today, or yesterday while today is not solved", () => {
    const results = solved("2026-11-14", "2026-11-15");
    expect(streak(results, "2026-11-16")).toBe(2);
    expect(streak({ ...results, ...solved("2026-11-16") }, "2026-11-16")).toBe(3);
    expect(streak(results, "2026-11-17")).toBe(0);
  });

  test("is broken by a day that was skipped, or solved later", () => {
    expect(streak(solved("2026-11-13", "2026-11-15"), "2026-11-15")).toBe(1);
    const late = { ...solved("2026-11-14", "2026-11-16"), "2026-11-15": result("2026-11-16") };
    expect(streak(late, "2026-11-16")).toBe(1);
  });
});

test("a shared result consists of squares and does not show the pile", () => {
  const row = (points: number): string => squares({ points, best: 12 });
  expect([12, 13, 16, 17, 40].map(row)).toEqual(["🟩🟩🟩🟩🟩", "🟩🟩🟩🟩⬜", "🟩⬜⬜⬜⬜", "⬜⬜⬜⬜⬜", "⬜⬜⬜⬜⬜"]);
});

describe("saved puzzles and results", () => {
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = new MemoryStorage();
  });

  test("results are read back, and anything else is ignored", () => {
    save("results", solved("2026-11-16"), storage);
    expect(readSaved("results", isResults, {}, storage)).toEqual(solved("2026-11-16"));
    for (const other of ["{", "7", "null", '{"2026-11-16": 12}', '{"2026-11-16": null}']) {
      storage.setItem("results", other);
      expect(readSaved("results", isResults, {}, storage)).toEqual({});
    }
  });

  test("puzzles are missing if a day of this week or of the next seven has none", () => {
    const days = Array.from({ length: 14 }, (_, place) => daysAfter("2026-11-16", place));
    const puzzles = days.map((name): Puzzle => ({ name, round: 1, hand: [], points: 1, ways: 1 }));
    expect(arePuzzlesMissing("2026-11-16", puzzles)).toBe(false);
    expect(arePuzzlesMissing("2026-11-22", puzzles)).toBe(false);
    expect(arePuzzlesMissing("2026-11-23", puzzles)).toBe(true);
    expect(arePuzzlesMissing("2026-11-16", puzzles.slice(1))).toBe(true);
    expect(arePuzzlesMissing("2026-11-16", [])).toBe(true);
  });

  test("unreadable puzzles are ignored", () => {
    storage.setItem("covergames.puzzles", '[{"name": 7}]');
    expect(savedPuzzles(storage)).toEqual([]);
  });
});

test("the name of a practice hand is its round and a number", () => {
  expect(practiceName(3, new Uint32Array([4711]))).toBe("3-4711");
  expect(practiceName(5)).toMatch(/^5-\d{1,10}$/);
});
