import { describe, expect, test } from "vitest";
import picture from "../src/coverup/cards/picture.json";
import { hiddenSymbols, isSolved, pileAt, STEP_NAMES, type Step } from "../src/coverup/lesson/lesson";
import written from "../src/coverup/lesson/steps.json";
import { conflicts, facesOf, flipped, isFlawless, turned, unlinked } from "../src/coverup/pile";
import type { Face } from "../src/wire";

const steps = written as Step[];
const step = (name: string): Step => steps.find((each) => each.name === name)!;

test("the picture of the game is a legal pile of five cards", () => {
  expect(picture.pile).toHaveLength(5);
  expect(isFlawless(picture.pile, facesOf(picture.hand as Face[]))).toBe(true);
});

describe("the lesson", () => {
  test("has every step in order", () => {
    expect(steps.map(({ name }) => name)).toEqual(STEP_NAMES);
  });

  test.each(steps)("$name: is not solved at first, and its solution solves it", (each) => {
    expect(isSolved(each, each.pile)).toBe(false);
    expect(isSolved(each, each.solution)).toBe(true);
  });

  test("asks for a turn, and for a flip, where nothing else helps", () => {
    expect(step("turn").solution.some(({ turn }) => turn % 2 === 1)).toBe(true);
    const upright = step("turn").solution.map((at) => ({ ...at, turn: 0 }));
    expect(isSolved(step("turn"), upright)).toBe(false);
    expect(step("flip").solution.filter(({ flip }) => flip)).toHaveLength(1);
    for (const quarters of [0, 1, 2, 3]) {
      const [first, second] = step("flip").solution;
      expect(isSolved(step("flip"), [first!, turned(flipped(second!), quarters)])).toBe(false);
    }
  });

  test("shows one clash, and one card that is not linked", () => {
    const faults = (["clash", "loose"] as const).map((name) => {
      const { pile, hand } = step(name);
      return [conflicts(pile, facesOf(hand)).length, unlinked(pile, facesOf(hand)).length];
    });
    expect(faults).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test("keeps the laid card from the first step to the second", () => {
    const elsewhere = step("drag").solution.map((at) => ({ ...at, x: at.x + 2 }));
    expect(pileAt(step("link"), step("drag"), elsewhere)).toBe(elsewhere);
    expect(pileAt(step("turn"), step("link"), elsewhere)).toBe(step("turn").pile);
    expect(hiddenSymbols(elsewhere, step("drag").hand)).toBe(0);
  });
});
