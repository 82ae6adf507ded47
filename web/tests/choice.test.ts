import { describe, expect, test } from "vitest";
import {
  actionOf,
  choicesAhead,
  nameOf,
  pickable,
  picksNeeded,
  picksOf,
  ruleOf,
  stillValid,
  tapped,
  type Pick,
} from "../src/coverme/choice";
import type { CoverMeAction } from "../src/wire";
import { FIXTURES, fixture, viewIn } from "./fixtures";

function card(name: string): Pick {
  return { kind: "card", card: name };
}

describe.each(Object.keys(FIXTURES))("in %s", (name) => {
  const { legal } = fixture(name).private;

  test("taps lead to every legal action, and only the last tap completes it", () => {
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

  test("a second tap removes a pick", () => {
    for (const action of legal) {
      const [first] = picksOf(action);
      if (first !== undefined) {
        expect(tapped(tapped([], first, legal), first, legal)).toEqual([]);
      }
    }
  });
});

describe("another tap", () => {
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

  test("replaces a single cover", () => {
    expect(tapped([card("Ybsq")], card("Rbsq"), place)).toEqual([card("Rbsq")]);
  });

  test("replaces the second of two covers", () => {
    const picks = tapped([card("Ybsq"), card("Rbsq")], card("Bbsq"), pair);
    expect(actionOf(picks, pair)).toEqual({ event: "place", cards: ["Ybsq", "Bbsq"] });
  });

  test("matters for the order of two covers, but not for cards to keep", () => {
    const backwards = [card("Rbsq"), card("Ybsq")];
    expect(actionOf(backwards, pair)).toEqual({ event: "place", cards: ["Rbsq", "Ybsq"] });
    expect(actionOf(backwards, keep)).toEqual({ event: "keep", cards: ["Ybsq", "Rbsq"] });
    expect([picksNeeded(place), picksNeeded(keep)]).toEqual([1, 2]);
  });

  test("changes nothing if the card cannot be picked", () => {
    expect(tapped([card("Ybsq")], card("Wbsq"), place)).toEqual([card("Ybsq")]);
  });

  test("picks survive a change of the table as long as they lead to a legal action", () => {
    expect(stillValid([card("Ybsq")], place)).toEqual([card("Ybsq")]);
    expect(stillValid([card("Ybsq")], place.slice(1))).toEqual([]);
    expect(stillValid([card("Ybsq")], [])).toEqual([]);
  });
});

describe("the rule about a decision", () => {
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

  test("about taking a card depends on the variant in the draft, and is that of the new year after a swap", () => {
    expect(ruleOf({ ...viewIn("standard-draft"), isSameValue: true })).toBe("CM-V3");
    expect(ruleOf({ ...viewIn("standard-swap"), decision: "take" })).toBe("CM-Y2");
  });
});

describe("while the others choose", () => {
  const asked = viewIn("standard-place-1");
  const placed = { ...asked, legal: [], to_act: asked.to_act.filter((seat) => seat !== asked.seat) };

  test("every card of the hand may be picked for the next month", () => {
    expect(pickable(choicesAhead(placed))).toEqual(new Set(asked.hand.map((card) => `card ${card}`)));
  });

  test("in an advanced game two cards may be picked, and the pick is kept when the turn comes", () => {
    const advanced = viewIn("advanced-place-2");
    const [first, second] = advanced.hand as [string, string];
    const ahead = choicesAhead({ ...advanced, legal: [], to_act: [] });
    const picks = tapped(tapped([], { kind: "card", card: first }, ahead), { kind: "card", card: second }, ahead);
    expect(picks).toHaveLength(2);
    expect(stillValid(picks, advanced.legal)).toEqual(picks);
    expect(stillValid(picks, [])).toEqual([]);
  });

  test("nothing may be picked in the last month, by spectators, or for others' turns", () => {
    expect(choicesAhead({ ...placed, month: 3 })).toEqual([]);
    expect(choicesAhead({ ...placed, seat: null })).toEqual([]);
    expect(choicesAhead({ ...placed, phase: "replenish" })).toEqual([]);
    expect(choicesAhead(asked)).toEqual([]);
  });
});
