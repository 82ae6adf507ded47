import { describe, expect, test } from "vitest";
import { SORT_ORDERS, sortCards } from "../src/coverme/hand";

describe("a sorted hand", () => {
  const hand = ["Wklt", "Ybsq", "Grmd", "Kbld"];

  test.each([
    ["clothes", "Ybsq Grmd Kbld Wklt"],
    ["hair", "Ybsq Kbld Grmd Wklt"],
    ["length", "Ybsq Grmd Kbld Wklt"],
    ["pattern", "Ybsq Grmd Kbld Wklt"],
    ["trend-value", "Kbld Ybsq Wklt Grmd"],
  ] as const)("by %s", (order, cards) => {
    const trends = { hair: ["blonde"], length: ["long"], pattern: ["diamond", "squared"] };
    expect(sortCards(hand, order, trends).join(" ")).toBe(cards);
  });

  test("contains the same cards in every order", () => {
    for (const order of SORT_ORDERS) {
      expect(sortCards(hand, order, {}).sort()).toEqual([...hand].sort());
    }
  });
});
