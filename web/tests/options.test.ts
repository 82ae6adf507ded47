import { beforeAll, expect, test } from "vitest";
import { forPlayers } from "../src/coverme/options";
import { summaryOf } from "../src/form/fields";
import { GAMES, gameClient } from "../src/games/registry";
import { setLanguage } from "../src/text/text.svelte";
import type { Arrangement, CoverMe } from "../src/wire";

beforeAll(() => setLanguage("en"));

test.each<[string, Arrangement, string[]]>([
  ["the length of every game", { game: "cover-me", players: 4, options: {} }, ["length of the game: standard"]],
  [
    "all chosen options",
    {
      game: "cover-me",
      players: 2,
      options: { length: "longer", two_player: "advanced", first_game: true, open_scores: true, same_value: "drawn" },
    },
    ["length of the game: longer", "advanced", "first game", "open scores", "cards of the same value"],
  ],
  [
    "what was chosen instead of drawn by lot",
    { game: "cover-me", players: 3, options: { same_value: "G", years: 7, start: 2 } },
    [
      "length of the game: standard",
      "cards of the same value",
      "colour that leaves the game: green",
      "number of years: 7",
      "starting player: Seat 3",
    ],
  ],
  [
    "no two-player rules for three players",
    { game: "cover-me", players: 3, options: { two_player: "advanced" } },
    ["length of the game: standard"],
  ],
  [
    "the times of Cover Up",
    { game: "cover-up", players: 3, options: {} },
    ["seconds in the hourglass: 30", "round limit: 5 minutes"],
  ],
  [
    "times that the form does not offer",
    { game: "cover-up", players: 3, options: { hourglass: 25, round_limit: 90 } },
    ["seconds in the hourglass: 25", "round limit: 1.5 minutes"],
  ],
  [
    "that there is no limit, and the assistance",
    { game: "cover-up", players: 3, options: { hourglass: 45, round_limit: null, assist: true } },
    ["seconds in the hourglass: 45", "round limit: no limit", "assist"],
  ],
])("the summary contains %s", (_, arrangement, words) => {
  const fields = gameClient(arrangement.game).optionFields(arrangement, () => undefined);
  expect(summaryOf(fields)).toEqual(words);
});

test("another number of players drops the two-player rules and a starting seat that is gone", () => {
  const two: CoverMe = {
    game: "cover-me",
    players: 2,
    options: { two_player: "advanced", start: 1, first_game: true },
  };
  expect(forPlayers(two, 4)).toEqual({ game: "cover-me", players: 4, options: { start: 1, first_game: true } });
  expect(forPlayers(two, 2)).toEqual(two);
  const four: CoverMe = { game: "cover-me", players: 4, options: { start: 3 } };
  expect(forPlayers(four, 3)).toEqual({ game: "cover-me", players: 3, options: {} });
});

test.each<[string, Arrangement, Arrangement | null]>([
  [
    "hands are chosen card by card",
    { game: "cover-me", players: 3, options: { length: "shorter", first_game: true } },
    { game: "cover-me", players: 3, options: { length: "shorter" } },
  ],
  [
    "there is a clock",
    { game: "cover-up", players: 3, options: { assist: true, hourglass: 600, round_limit: null } },
    { game: "cover-up", players: 3, options: { assist: true } },
  ],
  ["nothing changes if it was no first game", { game: "cover-me", players: 3, options: { length: "shorter" } }, null],
  [
    "nothing changes if somebody has chosen the times",
    { game: "cover-up", players: 3, options: { hourglass: 60, round_limit: null } },
    null,
  ],
])("after a first game %s", (_, first, next) => {
  expect(gameClient(first.game).afterFirstGame(first)).toEqual(next);
});

test("the game that follows the first one is the one that play now offers then", () => {
  for (const client of GAMES) {
    const first = client.quickGame(3, { length: null, isFirst: true });
    expect(client.afterFirstGame(first)).toEqual(client.quickGame(3, { length: null, isFirst: false }));
  }
});
