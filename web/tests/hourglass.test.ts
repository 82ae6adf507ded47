import { expect, test } from "vitest";
import { flipped, isHourglass, isRunning, rested, RESTING, sandLeft } from "../src/coverup/companion/hourglass";

const NOW = 1_800_000_000_000;

test("the sand runs for 30 seconds after a flip (CU-H1)", () => {
  const glass = flipped(RESTING, NOW);
  expect([0, 1, 29_999, 30_000, 90_000].map((passed) => sandLeft(glass, NOW + passed))).toEqual([
    30_000, 29_999, 1, 0, 0,
  ]);
  expect([0, 29_999, 30_000].map((passed) => isRunning(glass, NOW + passed))).toEqual([true, true, false]);
});

test("no sand runs while the hourglass lies on its side", () => {
  expect(sandLeft(RESTING, NOW)).toBe(30_000);
  expect(isRunning(rested(flipped(RESTING, NOW)), NOW)).toBe(false);
});

test("the sand is never more than all, even if the clock is set back", () => {
  expect(sandLeft(flipped(RESTING, NOW), NOW - 5000)).toBe(30_000);
});

test("saved values are recognized by their shape", () => {
  expect([RESTING, flipped(RESTING, NOW)].every(isHourglass)).toBe(true);
  expect([null, {}, { seconds: 0, endsAt: null }, { seconds: 30 }].some(isHourglass)).toBe(false);
});
