import { expect, test } from "vitest";
import { BLANK, colourOf, handOf, marked } from "../src/coverup/box/cards";
import {
  completeCount,
  deckFromFile,
  deckOf,
  DECK_SIZE,
  nextIncomplete,
  savedDeck,
  saveDeck,
  withCard,
} from "../src/coverup/box/own-deck";
import { HOUSE_FACES } from "../src/coverup/solver/deal";
import { solve } from "../src/coverup/solver/solver";
import { MemoryStorage } from "./memory-storage";

const GREEN = [1, 2, 3, 4, 0, 0, 0, 0];
const HOUSE_FILE = JSON.stringify({ name: "house", rows: 2, columns: 4, symbols: [], cards: HOUSE_FACES });

test("a tap puts a symbol on a square, and a second tap removes it", () => {
  const once = marked(BLANK, 3, 5);
  expect(once).toEqual([0, 0, 0, 5, 0, 0, 0, 0]);
  expect(marked(once, 3, 2)[3]).toBe(2);
  expect(marked(once, 3, 5)).toEqual(BLANK);
});

test("the number of symbols gives the colour", () => {
  expect([BLANK, GREEN, [1, 2, 3, 4, 5, 0, 0, 0], [1, 2, 3, 4, 5, 6, 0, 0]].map(colourOf)).toEqual([
    null,
    "green",
    "yellow",
    "red",
  ]);
});

test("a hand is solved once all its cards are complete", () => {
  expect(handOf([GREEN, BLANK])).toBeNull();
  const hand = handOf([GREEN, GREEN]);
  expect(hand?.map(({ id }) => id)).toEqual(["1", "2"]);
  expect(solve(hand ?? []).points).toBe(4);
});

test("a deck is saved as it grows", () => {
  const storage = new MemoryStorage();
  const slot = { colour: "green", number: 2 } as const;
  saveDeck(withCard(savedDeck(storage), slot, GREEN), storage);
  const deck = savedDeck(storage);
  expect(deck.green[2]).toEqual(GREEN);
  expect(completeCount(deck)).toBe(1);
  expect(deckOf(deck)).toBeNull();
  expect(nextIncomplete(deck, { colour: "green", number: 1 })).toEqual({ colour: "green", number: 3 });
  expect(nextIncomplete(deck, { colour: "red", number: 35 })).toEqual({ colour: "green", number: 0 });
});

test("a deck file is read and written without a change", () => {
  const deck = deckFromFile(HOUSE_FILE);
  expect(deck && completeCount(deck)).toBe(DECK_SIZE);
  expect(deck && deckOf(deck)?.cards).toEqual(HOUSE_FACES);
  expect(deck && nextIncomplete(deck, { colour: "green", number: 0 })).toBeNull();
});

test.each([
  ["no JSON", "not a deck"],
  ["null", "null"],
  ["no cards", "{}"],
  ["a card too few", JSON.stringify({ cards: HOUSE_FACES.slice(1) })],
  ["an unknown symbol", HOUSE_FILE.replace('"squares":[0,6', '"squares":[0,7')],
  ["a symbol too many", HOUSE_FILE.replace('"squares":[0,6', '"squares":[1,6')],
])("%s is no deck", (_, contents) => {
  expect(deckFromFile(contents)).toBeNull();
});
