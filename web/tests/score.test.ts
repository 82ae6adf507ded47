import { expect, test } from "vitest";
import house from "../../src/covergames/coverup/decks/house.json";
import counted from "../fixtures/counted/piles.json";
import { facesOf, isFlawless } from "../src/coverup/pile";
import { countHand } from "../src/coverup/score";
import type { Face } from "../src/wire";

const cards = house.cards as Face[];

function handOf(names: readonly string[]): Face[] {
  return cards.filter(({ id }) => names.includes(id));
}

test("points equal those of the Python rules, whatever has to be removed (CU-S1, CU-S2, CU-S3)", () => {
  for (const { hand, pile, points } of counted) {
    expect(countHand(pile, handOf(hand)).points).toBe(points);
  }
});

test("the fixtures contain flawless and flawed piles", () => {
  const flawless = counted.filter(({ hand, pile }) => pile.length > 1 && isFlawless(pile, facesOf(handOf(hand))));
  expect(flawless.length).toBeGreaterThan(30);
  expect(counted.length - flawless.length).toBeGreaterThan(50);
});
