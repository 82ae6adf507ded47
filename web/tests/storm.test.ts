import { describe, expect, test } from "vitest";
import {
  afterSkipping,
  afterSolving,
  BONUS_MS,
  handNumber,
  RUN_MS,
  saveRun,
  savedRuns,
  seedFromHash,
  SKIP_MS,
  solvedBy,
  startRun,
  type StormRun,
} from "../src/coverup/solo/storm";
import { HOUSE_FACES } from "../src/coverup/solver/deal";
import { drawHand, stormCounts, stormHand } from "../src/coverup/solver/draw";
import { solve } from "../src/coverup/solver/solver";
import { pointsOf } from "../src/coverup/score";
import { MemoryStorage } from "./memory-storage";

const NOW = 1_000_000;

/** A run whose hands were solved after so many milliseconds. */
function runOf(seed: number, ...times: number[]): StormRun {
  return times.reduce((run, time) => afterSolving(run, run.startedAt + time), startRun(seed, "house", NOW + seed));
}

describe("a run", () => {
  test("wins time with every third hand in a row", () => {
    const run = runOf(1, 5_000, 9_000);
    expect(run.endsAt - run.startedAt).toBe(RUN_MS);
    const third = afterSolving(run, run.startedAt + 15_000);
    expect(third.endsAt - run.startedAt).toBe(RUN_MS + BONUS_MS);
    expect(third.solved).toEqual([5_000, 9_000, 15_000]);
  });

  test("loses time and its row with a skipped hand", () => {
    const run = afterSkipping(runOf(1, 5_000, 9_000));
    expect(run.endsAt - run.startedAt).toBe(RUN_MS - SKIP_MS);
    expect([run.row, run.longestRow, handNumber(run)]).toEqual([0, 2, 3]);
    expect(afterSolving(run, NOW + 20_000).endsAt).toBe(run.endsAt);
  });

  test("shows how far it was at any moment", () => {
    const run = runOf(1, 5_000, 9_000, 15_000);
    expect([0, 5_000, 14_999, 99_000].map((elapsed) => solvedBy(run, elapsed))).toEqual([0, 1, 2, 3]);
  });
});

describe("saved runs", () => {
  test("are sorted, the best first, by deck", () => {
    const storage = new MemoryStorage();
    saveRun(runOf(1, 5_000), storage);
    saveRun(runOf(2, 5_000, 30_000), storage);
    saveRun(runOf(3, 5_000, 20_000), storage);
    saveRun({ ...runOf(4, 1_000, 2_000, 3_000), deck: "own" }, storage);
    expect(savedRuns("house", storage).map(({ seed }) => seed)).toEqual([3, 2, 1]);
    expect(savedRuns("own", storage).map(({ seed }) => seed)).toEqual([4]);
  });

  test("do not include a run without a hand, and are limited", () => {
    const storage = new MemoryStorage();
    saveRun(startRun(1, "house", NOW), storage);
    expect(savedRuns("house", storage)).toEqual([]);
    for (let seed = 0; seed < 60; seed++) {
      saveRun(runOf(seed, 60_000 - seed), storage);
    }
    expect(savedRuns("house", storage).length).toBe(50);
    expect(savedRuns("house", storage)[0]?.seed).toBe(59);
  });

  test("are ignored if they are damaged", () => {
    const storage = new MemoryStorage();
    storage.setItem("covergames.storm", '[{"seed": "x"}]');
    expect(savedRuns("house", storage)).toEqual([]);
  });
});

describe("a shared address", () => {
  test("contains the seed of its hands", () => {
    expect(seedFromHash("#4711")).toBe(4711);
    expect(["", "#", "#-1", "#x", "#4294967296", "#99999999999"].map(seedFromHash)).toEqual(Array(6).fill(null));
  });
});

describe("the hands of a run", () => {
  test("follow from the seed, and grow from two cards to five", () => {
    const sizes = Array.from({ length: 20 }, (_, number) => stormHand(HOUSE_FACES, 7, number).length);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect([sizes[0], sizes.at(-1)]).toEqual([2, 5]);
    expect(stormHand(HOUSE_FACES, 7, 3)).toEqual(stormHand(HOUSE_FACES, 7, 3));
    expect(stormHand(HOUSE_FACES, 7, 3)).not.toEqual(stormHand(HOUSE_FACES, 8, 3));
    expect(stormCounts(100)).toEqual({ green: 1, yellow: 2, red: 2 });
  });

  test("have different cards of the right colours", () => {
    for (let seed = 0; seed < 200; seed++) {
      const hand = drawHand(HOUSE_FACES, { green: 2, yellow: 2, red: 1 }, seed);
      expect(hand.map(({ colour }) => colour)).toEqual(["green", "green", "yellow", "yellow", "red"]);
      expect(new Set(hand.map(({ id }) => id)).size).toBe(5);
    }
  });

  test("use every card about as often", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 3600; seed++) {
      for (const { id } of drawHand(HOUSE_FACES, { green: 1, yellow: 0, red: 0 }, seed)) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(36);
    expect(Math.min(...counts.values())).toBeGreaterThan(50);
    expect(Math.max(...counts.values())).toBeLessThan(160);
  });

  test("have best piles that score what the solver says", () => {
    for (let number = 0; number < 16; number++) {
      const hand = stormHand(HOUSE_FACES, 11, number);
      const { points, piles } = solve(hand);
      expect(new Set(piles.map((pile) => pointsOf(pile, hand)))).toEqual(new Set([points]));
    }
  });
});
