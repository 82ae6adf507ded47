import { describe, expect, test } from "vitest";
import {
  dayOf,
  daysAfter,
  isResults,
  puzzleNumber,
  squares,
  standingOf,
  statisticsOf,
  streak,
  untilTomorrow,
  weekOf,
  type Result,
  type Results,
} from "../src/coverup/solo/daily";
import { practiceName } from "../src/coverup/solo/puzzles";
import { shareText } from "../src/coverup/solo/share";
import { readSaved, save } from "../src/storage";
import { setLanguage } from "../src/text/text.svelte";
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

describe("statistics", () => {
  test("know the longest streak, the optima, the average time, and a histogram", () => {
    const results: Results = {
      ...solved("2026-11-02", "2026-11-03", "2026-11-04", "2026-11-15"),
      "2026-11-10": { ...result("2026-11-10", 14), time: 60_000 },
      "2026-11-11": { ...result("2026-11-11", 40), time: 120_000 },
    };
    expect(statisticsOf(results, "2026-11-16")).toEqual({
      played: 6,
      optima: 4,
      streak: 1,
      longest: 3,
      averageTime: 90_000,
      histogram: [4, 0, 1, 0, 0, 1],
    });
  });

  test("are empty before the first result", () => {
    const empty = { played: 0, optima: 0, streak: 0, longest: 0, averageTime: null };
    expect(statisticsOf({}, "2026-11-16")).toMatchObject(empty);
  });
});

describe("the standing among all players of a day", () => {
  const reached = [
    { points: 12, players: 3 },
    { points: 13, players: 2 },
    { points: 15, players: 6 },
  ];

  test("says how many had more points, and how many reached the optimum", () => {
    expect(standingOf({ points: 13, best: 12 }, reached)).toEqual({ optimum: 27, better: 60 });
    expect(standingOf({ points: 12, best: 12 }, reached)).toEqual({ optimum: 27, better: 80 });
    expect(standingOf({ points: 15, best: 12 }, reached)).toEqual({ optimum: 27, better: 0 });
  });

  test("is unknown without others", () => {
    expect(standingOf({ points: 13, best: 12 }, [])).toBeNull();
    expect(standingOf({ points: 13, best: 12 }, [{ points: 13, players: 1 }])).toBeNull();
  });
});

test("puzzles are numbered by day, and the next comes at midnight", () => {
  expect(["2026-01-05", "2026-01-06", "2026-11-16"].map(puzzleNumber)).toEqual([1, 2, 316]);
  expect(untilTomorrow(new Date(2026, 10, 16, 22, 30))).toBe(5_400_000);
});

test("a result is shared with its number, squares, time and address", async () => {
  await setLanguage("en");
  const shared = shareText("2026-11-16", { ...result("2026-11-16", 13), time: 3_725_000 }, "https://example.org");
  expect(shared.split("\n")).toEqual([
    "Cover Up 316, Nov 16, 2026: 13 points, best possible 12",
    "🟩🟩🟩🟩⬜ 1:02:05",
    "https://example.org/alone/daily",
  ]);
});

test("a shared result consists of squares and does not show the pile", () => {
  const row = (points: number): string => squares({ points, best: 12 });
  expect([12, 13, 16, 17, 40].map(row)).toEqual(["🟩🟩🟩🟩🟩", "🟩🟩🟩🟩⬜", "🟩⬜⬜⬜⬜", "⬜⬜⬜⬜⬜", "⬜⬜⬜⬜⬜"]);
});

describe("saved results", () => {
  test("are read back, and anything else is ignored", () => {
    const storage = new MemoryStorage();
    save("results", solved("2026-11-16"), storage);
    expect(readSaved("results", isResults, {}, storage)).toEqual(solved("2026-11-16"));
    for (const other of ["{", "7", "null", '{"2026-11-16": 12}', '{"2026-11-16": null}']) {
      storage.setItem("results", other);
      expect(readSaved("results", isResults, {}, storage)).toEqual({});
    }
  });
});

test("the name of a practice hand is its round and a number", () => {
  expect(practiceName(3, new Uint32Array([4711]))).toBe("3-4711");
  expect(practiceName(5)).toMatch(/^5-\d{1,10}$/);
});
