import { describe, expect, test } from "vitest";
import { previewOf } from "../src/coverme/preview";
import { seasonEnds } from "../src/coverme/season-end";
import { countCards, trendsOf, trendValue } from "../src/coverme/trends";
import { FIXTURES, fixture, viewIn } from "./fixtures";

describe.each(Object.keys(FIXTURES))("in %s", (name) => {
  const view = viewIn(name);

  test("trends and values equal those of the Python rules (CM-T3, CM-T4)", () => {
    expect(trendsOf(view.tracks)).toEqual(view.trends);
    for (const { covers, values } of view.magazines) {
      expect(covers.map((card) => trendValue(card, view.trends))).toEqual(values);
    }
  });

  test("tracks counted from the cards on the table equal those of the Python rules (CM-T2)", () => {
    const empty = Object.fromEntries(
      Object.entries(view.tracks).map(([trait, track]) => [
        trait,
        Object.fromEntries(Object.keys(track).map((shown) => [shown, 0])),
      ]),
    );
    const onTable = [...view.influence_row, ...view.magazines.flatMap(({ covers }) => covers)];
    expect(countCards(empty, onTable)).toEqual(view.tracks);
  });

  test("every finished season was judged as it is counted here", () => {
    for (const end of seasonEnds(fixture(name).history, view.isSameValue)) {
      expect(trendsOf(end.tracks)).toEqual(end.trends);
      for (const { card, value } of end.specials.flatMap(({ covers }) => covers)) {
        expect(trendValue(card, end.trends)).toBe(value);
      }
    }
  });
});

describe("a preview", () => {
  test("counts the picked card, and values the viewer's covers with it", () => {
    const view = viewIn("standard-place-3");
    const card = view.hand[0] ?? "";
    const preview = previewOf(view, [card]);
    expect(preview?.tracks).toEqual(countCards(view.tracks, [card]));
    const own = view.magazines.findIndex(({ isOwn }) => isOwn);
    expect(preview?.values.get(own)).toHaveLength(3);
  });

  test("counts the face-up card of a fictional magazine, before and after a pick (CM-22)", () => {
    const view = viewIn("fictional-place-2");
    const faceUp = view.magazines.flatMap(({ owner, placed }) => (owner === null && placed !== null ? [placed] : []));
    expect(faceUp).toHaveLength(1);
    const card = view.hand[0] ?? "";
    expect(previewOf(view, [card])?.tracks).toEqual(countCards(view.tracks, [card, ...faceUp]));
    expect(previewOf(view, [card])?.hasFictional).toBe(true);
    expect(previewOf(view, [])?.tracks).toEqual(countCards(view.tracks, faceUp));
    expect(previewOf(view, [])?.values.size).toBe(0);
  });

  test("puts the second card on the secondary magazine (CM-A2)", () => {
    const view = viewIn("advanced-place-2");
    const [primary = "", secondary = ""] = view.hand;
    const values = previewOf(view, [primary, secondary])?.values;
    const lengths = view.magazines.map(({ number, isOwn }) => [isOwn, values?.get(number)?.length]);
    expect(lengths.filter(([isOwn]) => isOwn)).toEqual([
      [true, 2],
      [true, 2],
    ]);
  });

  test("does not exist without a card, or if the decision is not about covers", () => {
    expect(previewOf(viewIn("standard-place-3"), [])).toBeNull();
    expect(previewOf(viewIn("standard-swap"), ["Ybsq"])).toBeNull();
  });
});
