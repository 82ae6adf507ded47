import { describe, expect, test } from "vitest";
import {
  actionOf,
  nameOf,
  pickable,
  picksNeeded,
  picksOf,
  ruleOf,
  stillValid,
  tapped,
  type Pick,
} from "../src/coverme/choice";
import type { CoverMeAction } from "../src/coverme/wire";
import { FIXTURES, fixture, viewIn } from "./fixtures";

function card(name: string): Pick {
  return { kind: "card", card: name };
}

describe.each(Object.keys(FIXTURES))("in %s", (name) => {
  const { legal } = fixture(name).private;

  test("every legal action can be reached by taps, one after the other, and nothing before the last is final", () => {
    for (const action of legal) {
      let picks: Pick[] = [];
      for (const pick of picksOf(action)) {
        expect(pickable(legal).has(nameOf(pick))).toBe(true);
        expect(actionOf(picks, legal)).toBeNull();
        picks = tapped(picks, pick, legal);
      }
      expect(actionOf(picks, legal)).toEqual(action);
    }
  });

  test("a second tap takes a pick back", () => {
    for (const action of legal) {
      const [first] = picksOf(action);
      if (first !== undefined) {
        expect(tapped(tapped([], first, legal), first, legal)).toEqual([]);
      }
    }
  });
});

describe("changing one's mind", () => {
  const place: CoverMeAction[] = ["Ybsq", "Rbsq", "Bbsq"].map((name) => ({ event: "place", cards: [name] }));
  const pair: CoverMeAction[] = ["Ybsq Rbsq", "Rbsq Ybsq", "Ybsq Bbsq", "Bbsq Ybsq", "Rbsq Bbsq", "Bbsq Rbsq"].map(
    (names) => ({
      event: "place",
      cards: names.split(" "),
    }),
  );
  const keep: CoverMeAction[] = ["Ybsq Rbsq", "Ybsq Bbsq", "Rbsq Bbsq"].map((names) => ({
    event: "keep",
    cards: names.split(" "),
  }));

  test("of one cover, another tap is another choice", () => {
    expect(tapped([card("Ybsq")], card("Rbsq"), place)).toEqual([card("Rbsq")]);
  });

  test("of two covers, a third tap replaces the second", () => {
    const picks = tapped([card("Ybsq"), card("Rbsq")], card("Bbsq"), pair);
    expect(actionOf(picks, pair)).toEqual({ event: "place", cards: ["Ybsq", "Bbsq"] });
  });

  test("the order of two covers matters, that of cards to keep does not", () => {
    const backwards = [card("Rbsq"), card("Ybsq")];
    expect(actionOf(backwards, pair)).toEqual({ event: "place", cards: ["Rbsq", "Ybsq"] });
    expect(actionOf(backwards, keep)).toEqual({ event: "keep", cards: ["Ybsq", "Rbsq"] });
    expect([picksNeeded(place), picksNeeded(keep)]).toEqual([1, 2]);
  });

  test("what cannot be picked changes nothing", () => {
    expect(tapped([card("Ybsq")], card("Wbsq"), place)).toEqual([card("Ybsq")]);
  });

  test("picks outlive a change of the table as long as they lead somewhere", () => {
    expect(stillValid([card("Ybsq")], place)).toEqual([card("Ybsq")]);
    expect(stillValid([card("Ybsq")], place.slice(1))).toEqual([]);
    expect(stillValid([card("Ybsq")], [])).toEqual([]);
  });
});

describe("the rule that a decision is made by", () => {
  test.each([
    ["standard-draft", "CM-S6"],
    ["advanced-draft", "CM-A1"],
    ["standard-place-1", "CM-P1"],
    ["advanced-place-2", "CM-A2"],
    ["standard-feature", "CM-M2"],
    ["standard-replenish", "CM-R1"],
    ["standard-keep", "CM-R2"],
    ["advanced-keep", "CM-A5"],
    ["standard-swap", "CM-Y2"],
    ["same-value-vote", "CM-X4"],
  ])("in %s is %s", (name, rule) => {
    expect(ruleOf(viewIn(name))).toBe(rule);
  });

  test("of taking is the variant's own in the draft, and that of the new year after a swap", () => {
    expect(ruleOf({ ...viewIn("standard-draft"), isSameValue: true })).toBe("CM-V3");
    expect(ruleOf({ ...viewIn("standard-swap"), decision: "take" })).toBe("CM-Y2");
  });
});
