import { beforeAll, describe, expect, test } from "vitest";
import { lineOf, linesOf, plainText, removedColour } from "../src/coverme/log";
import { cardName } from "../src/coverme/names";
import { inTableOrder, prestigeBySeason, seasonEnds } from "../src/coverme/season-end";
import type { CoverMeEvent } from "../src/wire";
import { LANGUAGES, type Language } from "../src/text/languages";
import { setLanguage } from "../src/text/text.svelte";
import { FIXTURES, fixture, viewIn } from "./fixtures";

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  beforeAll(() => setLanguage(language));

  test("every event of every game becomes a complete sentence", () => {
    for (const [name, { history }] of Object.entries(FIXTURES)) {
      const view = viewIn(name);
      for (const event of history) {
        const line = lineOf(event, view);
        const said = line === null ? "" : plainText(line, cardName);
        expect(said, event.event).not.toMatch(/[\uE000-\uF8FF{}]|undefined/);
      }
    }
  });
});

describe("a line", () => {
  beforeAll(() => setLanguage("en"));
  const view = viewIn("standard-place-3");

  test("contains cards where the sentence mentions them", () => {
    const line = lineOf({ event: "took", seat: 1, source: "blonde", card: "Gbmd" }, view);
    expect(line?.segments).toEqual(["Bo took ", { card: "Gbmd" }, " from the open piles."]);
    expect(line?.seat).toBe(1);
  });

  test("says that a bot decided for the player", () => {
    const events: CoverMeEvent[] = [
      { event: "stayed", seat: 1 },
      { event: "stayed", seat: 2 },
    ];
    const lines = linesOf(events, view, [{ events: 1, by: "stand-in" }]).map((line) => plainText(line, cardName));
    expect(lines[0]).not.toContain("stood in");
    expect(lines[1]).toMatch(/^Cleo .*\. \(a bot stood in\)$/);
  });

  test("addresses the viewer as you, and names cards that only they see", () => {
    const line = lineOf({ event: "placed", seat: 0, cards: ["Ybsq"] }, view);
    expect(line && plainText(line, cardName)).toBe("You placed yellow, blonde hair, short, squares.");
    expect(lineOf({ event: "placed", seat: 2, cards: [null] }, view)?.segments).toEqual(["Cleo has chosen."]);
  });

  test("gives the number of unknown cards", () => {
    const line = lineOf({ event: "dealt", seat: 0, cards: [null, null] }, view);
    expect(line?.segments).toEqual(["You are dealt 2 cards."]);
  });

  test("mentions shuffles only after the deal", () => {
    const shuffled = { event: "shuffled", pile: "face-down", size: 81 } as const;
    const dealt: CoverMeEvent = { event: "dealt", seat: 1, cards: [null] };
    expect(linesOf([shuffled, dealt, shuffled], view).map((line) => plainText(line, cardName))).toEqual([
      "Bo is dealt 1 card.",
      "The discard pile is shuffled and becomes the face-down pile.",
    ]);
  });

  test("does not call the first shuffle of a same-value game a discard (CM-V3)", () => {
    const { history } = fixture("same-value-replenish");
    const said = linesOf(history.slice(0, 12), viewIn("same-value-replenish")).map((line) => plainText(line, cardName));
    expect(said.join(" ")).not.toContain("discard");
    expect(removedColour(history)).toBe("green");
    expect(removedColour(fixture("standard-place-1").history)).toBeNull();
  });

  test("says when all stacks are turned face up", () => {
    const opened = fixture("same-value-vote").history.filter(({ event }) => event === "stacks_opened");
    expect(linesOf(opened, view).map((line) => plainText(line, cardName))).toEqual([
      "All prestige stacks are turned face up.",
    ]);
  });

  test("does not exist for events that the log leaves out", () => {
    expect(lineOf({ event: "shuffled", pile: "next", size: 27 }, view)).toBeNull();
  });
});

describe("prestige over the seasons", () => {
  test("ends with the scores of the result", () => {
    const view = viewIn("open-over");
    const ends = seasonEnds(fixture("open-over").history, view.isSameValue);
    expect(ends).toHaveLength(8);
    const totals = prestigeBySeason(ends, view.players.length);
    expect(totals[totals.length - 1]).toEqual(view.result?.scores);
  });

  test("each season discards the influence row that the previous one left", () => {
    const view = viewIn("open-over");
    const ends = seasonEnds(fixture("open-over").history, view.isSameValue);
    const left = ends.map(({ specials }) =>
      specials
        .filter(({ fate }) => fate === "influence row")
        .flatMap(({ covers }) => covers.filter(({ isSpecial }) => isSpecial).map(({ card }) => card)),
    );
    expect(ends.slice(1).map(({ discarded }) => [...discarded].sort())).toEqual(
      left.slice(0, -1).map((cards) => cards.sort()),
    );
  });
});

test("specials are shown player by player (CM-A3)", () => {
  const magazines = [0, 1, 0, 1, null].map((owner, number) => ({ owner, number }));
  const specials = [3, 4, 1, 2, 0].map((magazine) => ({
    magazine,
    covers: [],
    fate: "influence row" as const,
    value: 1,
    points: 0,
  }));
  expect(inTableOrder(specials, magazines).map(({ magazine }) => magazine)).toEqual([0, 2, 1, 3, 4]);
});
