import { describe, expect, test } from "vitest";
import { newCards, SORT_ORDERS, sortCards } from "../src/coverme/hand";
import type { CoverMeEvent } from "../src/wire";

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

describe("new cards of a hand", () => {
  const took = (seat: number, card: string): CoverMeEvent => ({ event: "took", seat, source: "face-down", card });
  const kept: CoverMeEvent = { event: "kept", seat: 0, kept: ["Gbmd"], put_back: ["Gksd"] };
  const revealed: CoverMeEvent = { event: "revealed", month: 1, covers: [] };

  test("are those that the player has taken or kept, not those of others", () => {
    expect([...newCards([took(0, "Ybsq"), took(1, "Rksq"), kept], 0)]).toEqual(["Ybsq", "Gbmd"]);
  });

  test("are old once covers are revealed", () => {
    expect([...newCards([took(0, "Ybsq"), revealed, kept], 0)]).toEqual(["Gbmd"]);
  });
});
