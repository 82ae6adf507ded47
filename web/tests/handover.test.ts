import { describe, expect, test } from "vitest";
import {
  afterMove,
  initialHandover,
  isHolding,
  nextHolder,
  takenBy,
  withTable,
  type Handover,
} from "../src/table/handover";

const JANUARY = "1 winter 1 place";
const FEBRUARY = "1 winter 2 place";

/** Seat 0 holds the device. */
const seat0: Handover = takenBy(withTable(initialHandover(JANUARY), false), 0, JANUARY);

describe("the next holder", () => {
  test.each([
    ["is the first seat at the beginning", [2, 0], null, 0],
    ["is the next seat clockwise", [0, 2], 0, 2],
    ["is the first seat after the last", [0, 1], 2, 0],
    ["is the same seat if no other has to decide", [1], 1, 1],
    ["is nobody if nobody has to decide", [], 1, null],
  ] as const)("%s", (_, waiting, last, next) => {
    expect(nextHolder(waiting, last)).toBe(next);
  });
});

describe("pass and play", () => {
  test("begins with the table that everybody may see", () => {
    expect(initialHandover(JANUARY)).toMatchObject({ holder: null, isTableShown: true });
  });

  test("the holder keeps the device until they have decided", () => {
    expect(isHolding(seat0, [0, 1], JANUARY)).toBe(true);
    expect(afterMove(seat0, [0, 1], JANUARY)).toBe(seat0);
  });

  test("the table is hidden between two decisions of the same month", () => {
    expect(isHolding(seat0, [1], JANUARY)).toBe(false);
    expect(afterMove(seat0, [1], JANUARY)).toMatchObject({ holder: null, last: 0, isTableShown: false });
  });

  test("what a decision has revealed is shown to everybody first, even if the same person is next", () => {
    expect(isHolding(seat0, [0, 1], FEBRUARY)).toBe(false);
    expect(afterMove(seat0, [0, 1], FEBRUARY)).toMatchObject({ holder: null, last: 0, isTableShown: true });
  });

  test("everybody sees the table while nobody at this device has to decide", () => {
    expect(afterMove(seat0, [], JANUARY)).toMatchObject({ holder: null, isTableShown: true });
  });

  test("nothing changes while nobody holds the device", () => {
    const waiting = withTable(initialHandover(JANUARY), false);
    expect(afterMove(waiting, [1], FEBRUARY)).toBe(waiting);
  });
});
