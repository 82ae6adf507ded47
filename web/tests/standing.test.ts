/** The end of a game: the order of the players, and what decided between equal scores. */
import { beforeAll, expect, test } from "vitest";
import { standingOf, tiesOf } from "../src/coverme/standing";
import type { View } from "../src/coverme/view";
import { speak } from "../src/text/text.svelte";
import { viewIn } from "./fixtures";

beforeAll(() => speak("en"));

/** A game that is over with these stacks; the server says who is where. */
function ended(stacks: string[][], places: number[]): View {
  const scores = stacks.map(() => 10);
  const view = viewIn("open-over");
  const prestige_stacks = stacks.map((cards) => ({ size: cards.length, cards, worth: 10 }));
  return { ...view, prestige_stacks, result: { scores, places } };
}

test("follows the places of the result", () => {
  const view = viewIn("open-over");
  const standing = standingOf(view);
  expect(standing.map(({ place }) => place)).toEqual([...(view.result?.places ?? [])].sort());
  expect(standing.map(({ seat, score }) => [seat, score])).toEqual(
    standing.map(({ seat }) => [seat, view.result?.scores[seat]]),
  );
});

test("different scores are no tie", () => {
  const view = viewIn("open-over");
  expect(new Set(view.result?.scores).size).toBe(view.players.length);
  expect(tiesOf(standingOf(view), view)).toEqual([]);
});

test("equal scores are decided by the number of cards, then by the most valuable ones", () => {
  const stacks = [["Wbsq", "Wbsd"], ["Ybsq", "Ybsd", "Gbsq", "Gbsd"], ["Ybst", "Kbsq", "Kbsd", "Wbst"].slice(0, 2)];
  const view = ended(stacks, [2, 1, 3]);
  expect(tiesOf(standingOf(view), view)).toEqual([
    "Bo, you: equal scores, decided by cards 4:2.",
    "you, Cleo: equal scores, decided by cards worth 5 2:0.",
  ]);
});

test("who is equal in everything is told so", () => {
  const view = ended([["Wbsq"], ["Wbsd"], ["Ybsq"]], [1, 1, 3]);
  expect(tiesOf(standingOf(view), view)[0]).toBe("you, Bo: equal in everything.");
});
