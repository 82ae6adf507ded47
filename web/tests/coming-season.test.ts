import { describe, expect, test } from "vitest";
import { comingSeason, lookingAhead } from "../src/coverme/coming-season";
import { viewIn } from "./fixtures";

describe("while hands are refilled", () => {
  const view = viewIn("standard-replenish");
  const ahead = lookingAhead(view);

  test("tracks count the new influence row with the traits of the coming season (CM-N1)", () => {
    expect(view.season).toBe("winter");
    expect(Object.keys(ahead.tracks)).toEqual(["hair", "length", "clothes"]);
    const counted = Object.values(ahead.tracks.hair ?? {}).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(view.influence_row.length);
  });
});

test("in any other phase nothing changes", () => {
  const view = viewIn("standard-place-3");
  expect(lookingAhead(view)).toBe(view);
});

test("a year of a shorter game has two seasons (CM-V2)", () => {
  const { seasons } = viewIn("open-place-3");
  expect(seasons).toEqual(["spring", "fall"]);
  expect(comingSeason({ seasons, season: "fall" })).toBe("spring");
  expect(comingSeason(viewIn("standard-place-1"))).toBe("spring");
});
