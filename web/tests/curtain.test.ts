import { describe, expect, test } from "vitest";
import { closed, isHolding, movedOn, nextHolder, opened, taken, type Stage } from "../src/table/curtain";

const JANUARY = "1 winter 1 place";
const FEBRUARY = "1 winter 2 place";

/** Ada, in seat 0, holds the device. */
const ada: Stage = taken(closed(opened(JANUARY)), 0, JANUARY);

describe("the device goes", () => {
  test.each([
    ["to the first, when nobody has had it", [2, 0], null, 0],
    ["clockwise", [0, 2], 0, 2],
    ["round the table", [0, 1], 2, 0],
    ["back to the only one who has to decide", [1], 1, 1],
    ["to nobody when nobody has to", [], 1, null],
  ] as const)("%s", (_, waiting, last, next) => {
    expect(nextHolder(waiting, last)).toBe(next);
  });
});

describe("pass and play", () => {
  test("begins with the table that all may see", () => {
    expect(opened(JANUARY)).toMatchObject({ holder: null, isOpen: true });
  });

  test("whoever holds the device keeps it until they have decided", () => {
    expect(isHolding(ada, [0, 1], JANUARY)).toBe(true);
    expect(movedOn(ada, [0, 1], JANUARY)).toBe(ada);
  });

  test("between two choices of the same month hangs the curtain", () => {
    expect(isHolding(ada, [1], JANUARY)).toBe(false);
    expect(movedOn(ada, [1], JANUARY)).toMatchObject({ holder: null, last: 0, isOpen: false });
  });

  test("what the last choice turned face up is shown to all first, even if the same person is next", () => {
    expect(isHolding(ada, [0, 1], FEBRUARY)).toBe(false);
    expect(movedOn(ada, [0, 1], FEBRUARY)).toMatchObject({ holder: null, last: 0, isOpen: true });
  });

  test("while nobody here has to decide all look at the table", () => {
    expect(movedOn(ada, [], JANUARY)).toMatchObject({ holder: null, isOpen: true });
  });

  test("with nobody holding it, the game going on changes nothing", () => {
    const waiting = closed(opened(JANUARY));
    expect(movedOn(waiting, [1], FEBRUARY)).toBe(waiting);
  });
});
