import { beforeEach, describe, expect, test } from "vitest";
import { dayOf, daysAfter, isResults, squares, streak, weekOf, type Result, type Results } from "../src/alone/daily";
import { keep, kept } from "../src/alone/kept";
import { isShort, keptPuzzles, practiceName } from "../src/alone/puzzles";
import type { Puzzle } from "../src/wire";
import { Drawer } from "./drawer";

function result(on: string, points = 12): Result {
  return { points, best: 12, ways: 3, pile: [], on, isChecked: true };
}

function solved(...days: string[]): Results {
  return Object.fromEntries(days.map((day) => [day, result(day)]));
}

describe("days", () => {
  test("a day is the one on the wall here, not in Greenwich", () => {
    expect(dayOf(new Date(2026, 10, 16, 0, 1))).toBe("2026-11-16");
    expect(dayOf(new Date(2026, 10, 16, 23, 59))).toBe("2026-11-16");
    expect(dayOf(new Date(2027, 0, 2))).toBe("2027-01-02");
  });

  test("days go on over months, years and changes of the clock", () => {
    expect(daysAfter("2026-12-31", 1)).toBe("2027-01-01");
    expect(daysAfter("2028-03-01", -1)).toBe("2028-02-29");
    expect(daysAfter("2026-10-24", 2)).toBe("2026-10-26");
  });

  test("a week is from Monday to Sunday, whichever of its days is asked for", () => {
    const week = weekOf("2026-11-16");
    expect([week[0], week[6]]).toEqual(["2026-11-16", "2026-11-22"]);
    expect(week.map(weekOf)).toEqual(week.map(() => week));
  });
});

describe("days in a row", () => {
  test("end today, or yesterday while today is open", () => {
    const results = solved("2026-11-14", "2026-11-15");
    expect(streak(results, "2026-11-16")).toBe(2);
    expect(streak({ ...results, ...solved("2026-11-16") }, "2026-11-16")).toBe(3);
    expect(streak(results, "2026-11-17")).toBe(0);
  });

  test("are broken by a day that was left out, or solved later", () => {
    expect(streak(solved("2026-11-13", "2026-11-15"), "2026-11-15")).toBe(1);
    const late = { ...solved("2026-11-14", "2026-11-16"), "2026-11-15": result("2026-11-16") };
    expect(streak(late, "2026-11-16")).toBe(1);
  });
});

test("a result is shared as squares that say nothing of the pile", () => {
  const row = (points: number): string => squares({ points, best: 12 });
  expect([12, 13, 16, 17, 40].map(row)).toEqual(["🟩🟩🟩🟩🟩", "🟩🟩🟩🟩⬜", "🟩⬜⬜⬜⬜", "⬜⬜⬜⬜⬜", "⬜⬜⬜⬜⬜"]);
});

describe("what a browser keeps", () => {
  let drawer: Drawer;
  beforeEach(() => {
    drawer = new Drawer();
  });

  test("results come back, and what is none is nothing", () => {
    keep("results", solved("2026-11-16"), drawer);
    expect(kept("results", isResults, {}, drawer)).toEqual(solved("2026-11-16"));
    for (const other of ["{", "7", "null", '{"2026-11-16": 12}', '{"2026-11-16": null}']) {
      drawer.setItem("results", other);
      expect(kept("results", isResults, {}, drawer)).toEqual({});
    }
  });

  test("puzzles are short when a day of this week or one of the next seven is missing", () => {
    const days = Array.from({ length: 14 }, (_, place) => daysAfter("2026-11-16", place));
    const puzzles = days.map((name): Puzzle => ({ name, round: 1, hand: [], points: 1, ways: 1 }));
    expect(isShort("2026-11-16", puzzles)).toBe(false);
    expect(isShort("2026-11-22", puzzles)).toBe(false);
    expect(isShort("2026-11-23", puzzles)).toBe(true);
    expect(isShort("2026-11-16", puzzles.slice(1))).toBe(true);
    expect(isShort("2026-11-16", [])).toBe(true);
  });

  test("puzzles that cannot be read are none", () => {
    drawer.setItem("covergames.puzzles", '[{"name": 7}]');
    expect(keptPuzzles(drawer)).toEqual([]);
  });
});

test("a hand for practice is named by its round and a number", () => {
  expect(practiceName(3, new Uint32Array([4711]))).toBe("3-4711");
  expect(practiceName(5)).toMatch(/^5-\d{1,10}$/);
});
