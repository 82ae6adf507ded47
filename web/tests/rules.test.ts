import { describe, expect, test } from "vitest";
import { prestige } from "../src/coverme/card";
import { EXAMPLE_STACK, EXAMPLE_TRACKS, EXAMPLES } from "../src/coverme/rule-examples";
import { trendsOf, trendValue } from "../src/coverme/trends";
import { conflicts, isFlawless, unlinked } from "../src/coverup/pile";
import { BEST, CLASHING, FACES, LOOSE, SHORT } from "../src/coverup/rule-examples";
import { matches } from "../src/rules/search";

describe("the pictures of the rules are true", () => {
  test("cards show three trends, two and none, and a stack is worth 19", () => {
    const value = (card: string): number => trendValue(card, trendsOf(EXAMPLE_TRACKS));
    expect([value(EXAMPLES.three), value(EXAMPLES.two), ...EXAMPLES.none.map(value)]).toEqual([3, 2, 0, 0, 0]);
    expect(EXAMPLE_STACK.map(prestige).reduce((sum, one) => sum + one, 0)).toBe(19);
  });

  test("a pile is flawless, one clashes, and one has a card apart", () => {
    expect([BEST, SHORT].every((pile) => isFlawless(pile, FACES))).toBe(true);
    expect(conflicts(CLASHING, FACES)).toHaveLength(1);
    expect([conflicts(LOOSE, FACES), unlinked(LOOSE, FACES)]).toEqual([[], [BEST.at(-1)?.card]]);
  });
});

test("a search finds every word, in any order, in id, title and text", () => {
  const rule = { id: "CM-T3", title: "Trends", text: "Ties are all trends." };
  expect(["", "ties", "ALL ties", "cm-t3", " tren "].map((words) => matches(rule, words))).toEqual(Array(5).fill(true));
  expect(["winter", "ties winter"].some((words) => matches(rule, words))).toBe(false);
});
