import { describe, expect, test } from "vitest";
import counted from "../fixtures/counted/seasons.json";
import {
  activeTraits,
  added,
  count,
  isCounter,
  NEW_YEAR,
  nextSeason,
  SEASONS,
  without,
  type Counter,
} from "../src/coverme/companion/trend-counter";

describe("a counted season", () => {
  test("equals what the Python rules count, whatever the cards (CM-T1 to CM-T4)", () => {
    expect(new Set(counted.map(({ season }) => season))).toEqual(new Set(SEASONS));
    for (const { season, influence_row, covers, ...expected } of counted) {
      expect(count({ season, influence_row, covers } as Counter)).toEqual(expected);
    }
  });
});

describe("the counter", () => {
  const some: Counter = { season: "winter", influence_row: ["Rbsq"], covers: ["Ykld"] };

  test("accepts each card once (CM-C1)", () => {
    const more = added(some, "covers", "Gkmd");
    expect(more.covers).toEqual(["Ykld", "Gkmd"]);
    expect(added(more, "covers", "Gkmd")).toBe(more);
    expect(added(more, "covers", "Rbsq")).toBe(more);
    expect(added(some, "influence_row", "Gkmd").influence_row).toEqual(["Rbsq", "Gkmd"]);
  });

  test("removes a card from either row", () => {
    expect(without(some, "Rbsq").influence_row).toEqual([]);
    expect(without(some, "Ykld").covers).toEqual([]);
  });

  test("goes through the year, and season specials become the influence row (CM-N1)", () => {
    const seasons = [some];
    for (let number = 0; number < 4; number += 1) {
      seasons.push(nextSeason(seasons.at(-1) ?? some, ["Ykld"]));
    }
    expect(seasons.map(({ season }) => season)).toEqual(["winter", "spring", "summer", "fall", "winter"]);
    expect(seasons[1]).toEqual({ season: "spring", influence_row: ["Ykld"], covers: [] });
  });

  test("counts pattern in fall and winter, clothes in spring and summer (CM-T1)", () => {
    expect(SEASONS.map((season) => activeTraits(season)[2])).toEqual(["pattern", "clothes", "clothes", "pattern"]);
  });

  test("is recognized by its shape", () => {
    expect([some, NEW_YEAR].every(isCounter)).toBe(true);
    expect([null, {}, { ...some, season: "autumn" }, { ...some, covers: ["zzzz"] }].some(isCounter)).toBe(false);
  });
});
