import { beforeAll, expect, test } from "vitest";
import { reasonsOf } from "../src/coverme/hint";
import { START, viewAt, type Tutorial } from "../src/coverme/tutorial/lessons";
import written from "../src/coverme/tutorial/season.json";
import { setLanguage } from "../src/text/text.svelte";
import type { Hint } from "../src/wire";

const tutorial = written as unknown as Tutorial;
const view = viewAt(tutorial, { ...START, lesson: 3 }, "Ada");
const [action] = view.legal;
const placing = { action: action!, victory: 30, all_at_0: 2, three_trends: 40 };

beforeAll(() => setLanguage("en"));

test("a hint names the cover, the trends that it would show, and the chances", () => {
  const star = action?.event === "place" ? action.cards[0]! : "";
  const reasons = reasonsOf({ ...placing, star }, view);
  expect(reasons).toHaveLength(4);
  expect(reasons[1]).toMatch(/^It would show (no trend yet|one trend: .+|\d trends: .+)\.$/);
  expect(reasons.slice(2).map((reason) => /\d+/.exec(reason)?.[0])).toEqual(["40", "30"]);
});

test("a plan without trends is explained as such, and other decisions by the victory alone", () => {
  const shy = reasonsOf({ ...placing, star: "Ybsq", all_at_0: 50 }, view);
  expect(shy).toHaveLength(2);
  expect(shy[0]).toContain("50");
  const taking: Hint = {
    action: { event: "take", from: "blonde" },
    victory: 25,
    star: null,
    three_trends: 0,
    all_at_0: 0,
  };
  expect(reasonsOf(taking, view)).toHaveLength(1);
});
