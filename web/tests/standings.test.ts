/** The final standings of Cover Me, and what decided between equal scores. */
import { beforeAll, expect, test } from "vitest";
import { standingsOf, tiesOf } from "../src/coverme/standings";
import type { View } from "../src/coverme/view";
import { setLanguage } from "../src/text/text.svelte";
import { viewIn } from "./fixtures";

beforeAll(() => setLanguage("en"));

/** Return a finished game with these stacks and places. */
function ended(stacks: string[][], places: number[]): View {
  const scores = stacks.map(() => 10);
  const view = viewIn("open-over");
  const prestige_stacks = stacks.map((cards) => ({ size: cards.length, cards, worth: 10 }));
  return { ...view, prestige_stacks, result: { scores, places } };
}

test.each([
  ["standard-place-3", false],
  ["same-value-replenish", false],
  ["open-place-3", true],
  ["same-value-vote", true],
  ["open-over", true],
])("in %s all stacks are open: %s", (name, areOpen) => {
  const view = viewIn(name);
  expect(view.areStacksOpen).toBe(areOpen);
  expect(view.prestige_stacks.filter(({ cards }) => cards !== null)).toHaveLength(areOpen ? view.players.length : 1);
});

test("standings follow the places of the result", () => {
  const view = viewIn("open-over");
  const standings = standingsOf(view);
  expect(standings.map(({ place }) => place)).toEqual([...(view.result?.places ?? [])].sort());
  expect(standings.map(({ seat, score }) => [seat, score])).toEqual(
    standings.map(({ seat }) => [seat, view.result?.scores[seat]]),
  );
});

test("different scores are not a tie", () => {
  const view = viewIn("open-over");
  expect(new Set(view.result?.scores).size).toBe(view.players.length);
  expect(tiesOf(standingsOf(view), view)).toEqual([]);
});

test("equal scores are decided by the number of cards, then by the most valuable ones", () => {
  const stacks = [["Wbsq", "Wbsd"], ["Ybsq", "Ybsd", "Gbsq", "Gbsd"], ["Ybst", "Kbsq", "Kbsd", "Wbst"].slice(0, 2)];
  const view = ended(stacks, [2, 1, 3]);
  expect(tiesOf(standingsOf(view), view)).toEqual([
    "Bo, you: equal scores, decided by cards 4:2.",
    "you, Cleo: equal scores, decided by cards worth 5 2:0.",
  ]);
});

test("players who are equal in everything are mentioned", () => {
  const view = ended([["Wbsq"], ["Wbsd"], ["Ybsq"]], [1, 1, 3]);
  expect(tiesOf(standingsOf(view), view)[0]).toBe("you, Bo: equal in everything.");
});
