import { beforeAll, describe, expect, test } from "vitest";
import { lineOf, linesOf, spoken } from "../src/coverme/log";
import { prestigeBySeason, seasonEnds } from "../src/coverme/season-end";
import type { CoverMeEvent } from "../src/coverme/wire";
import { cardName } from "../src/coverme/words";
import { LANGUAGES, speak, type Language } from "../src/text/text.svelte";
import { FIXTURES, fixture, viewIn } from "./fixtures";

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  beforeAll(() => speak(language));

  test("every event of every game is told without a mark left in it", () => {
    for (const [name, { history }] of Object.entries(FIXTURES)) {
      const view = viewIn(name);
      for (const event of history) {
        const line = lineOf(event, view);
        const said = line === null ? "" : spoken(line, cardName);
        expect(said, event.event).not.toMatch(/[\uE000-\uF8FF{}]|undefined/);
      }
    }
  });
});

describe("a line", () => {
  beforeAll(() => speak("en"));
  const view = viewIn("standard-place-3");

  test("has cards where the sentence has them", () => {
    const line = lineOf({ event: "took", seat: 1, source: "blonde", card: "Gbmd" }, view);
    expect(line?.segments).toEqual(["Bo took ", { card: "Gbmd" }, " from the open piles."]);
    expect(line?.seat).toBe(1);
  });

  test("speaks of the viewer as you, and names what is seen only by them", () => {
    const line = lineOf({ event: "placed", seat: 0, cards: ["Ybsq"] }, view);
    expect(line && spoken(line, cardName)).toBe("You placed yellow, blonde hair, short, squares.");
    expect(lineOf({ event: "placed", seat: 2, cards: [null] }, view)?.segments).toEqual(["Cleo has chosen."]);
  });

  test("says how many cards there were where it is no longer known which", () => {
    const line = lineOf({ event: "dealt", seat: 0, cards: [null, null] }, view);
    expect(line?.segments).toEqual(["You are dealt 2 cards."]);
  });

  test("about a shuffle is told only after the deal", () => {
    const shuffled = { event: "shuffled", pile: "face-down", size: 81 } as const;
    const dealt: CoverMeEvent = { event: "dealt", seat: 1, cards: [null] };
    expect(linesOf([shuffled, dealt, shuffled], view).map((line) => spoken(line, cardName))).toEqual([
      "Bo is dealt 1 card.",
      "The discard pile is shuffled and becomes the face-down pile.",
    ]);
  });

  test("is not made of what nobody would remark on", () => {
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

  test("come with the influence row that each season discarded: what the one before had left there", () => {
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
