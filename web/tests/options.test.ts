import { beforeAll, expect, test } from "vitest";
import { forPlayers, inWords, roundLimit } from "../src/table/options";
import { speak } from "../src/text/text.svelte";
import type { Arrangement } from "../src/wire";

beforeAll(() => speak("en"));

test.each<[string, Arrangement, string[]]>([
  ["what every game has", { game: "cover-me", players: 4, options: {} }, ["length of the game: standard"]],
  [
    "what was chosen",
    {
      game: "cover-me",
      players: 2,
      options: { length: "longer", two_player: "advanced", first_game: true, open_scores: true, same_value: "drawn" },
    },
    ["length of the game: longer", "advanced", "first game", "open scores", "cards of equal value"],
  ],
  [
    "what was named instead of drawn",
    { game: "cover-me", players: 3, options: { same_value: "G", years: 7, start: 2 } },
    [
      "length of the game: standard",
      "cards of equal value",
      "colour that leaves the game: green",
      "number of years: 7",
      "starting player: Seat 3",
    ],
  ],
  [
    "no game for two where more play",
    { game: "cover-me", players: 3, options: { two_player: "advanced" } },
    ["length of the game: standard"],
  ],
  [
    "the times of Cover Up",
    { game: "cover-up", players: 3, options: {} },
    ["seconds in the hourglass: 30", "round limit: 5 minutes"],
  ],
  [
    "that there is no limit, and that there is help",
    { game: "cover-up", players: 3, options: { hourglass: 45, round_limit: null, assist: true } },
    ["seconds in the hourglass: 45", "round limit: no limit", "assist"],
  ],
])("the options in words say %s", (_, arrangement, words) => {
  expect(inWords(arrangement)).toEqual(words);
});

test("another number of players takes along what it can: no game for two, no starting player without a seat", () => {
  const two: Arrangement = {
    game: "cover-me",
    players: 2,
    options: { two_player: "advanced", start: 1, first_game: true },
  };
  expect(forPlayers(two, 4)).toEqual({ game: "cover-me", players: 4, options: { start: 1, first_game: true } });
  expect(forPlayers(two, 2)).toEqual(two);
  const four: Arrangement = { game: "cover-me", players: 4, options: { start: 3 } };
  expect(forPlayers(four, 3)).toEqual({ game: "cover-me", players: 3, options: {} });
});

test("a round limit that was not chosen is the server's own", () => {
  expect(roundLimit({})).toBe(300);
  expect(roundLimit({ round_limit: null })).toBeNull();
});
