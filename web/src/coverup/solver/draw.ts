/** Hands that are drawn in the browser alone, from any deck: those of Storm, and those of practice with one's own deck. */
import type { Colour, Face } from "../../wire";
import { COLOURS_BY_ROUND } from "./facts.ts";

type Counts = Readonly<Record<Colour, number>>;

/** The cards of the first hands of a run, from easy to hard; g, y and r are colours. The hands of the five rounds follow. */
const FIRST_HANDS = "gg gg gy yr ggg ggg ggy gyr gggg gggy ggyr gyyr".split(" ");
const LAST_ROUND = 5;

/** Return how many cards of each colour a hand of a run has; the first hand has number 0. */
export function stormCounts(number: number): Counts {
  const letters = FIRST_HANDS[number];
  if (letters === undefined) {
    return COLOURS_BY_ROUND[Math.min(number - FIRST_HANDS.length + 1, LAST_ROUND)]!;
  }
  const count = (letter: string): number => letters.split(letter).length - 1;
  return { green: count("g"), yellow: count("y"), red: count("r") };
}

/** Return a hand of a run. It follows from the seed, so that several people can play the same hands. */
export function stormHand(deck: readonly Face[], seed: number, number: number): Face[] {
  return drawHand(deck, stormCounts(number), seed ^ Math.imul(number + 1, 0x9e3779b1));
}

/** Return a hand with so many cards of each colour, drawn from a deck. It follows from the seed. */
export function drawHand(deck: readonly Face[], counts: Counts, seed: number): Face[] {
  const random = randomFrom(seed);
  return Object.entries(counts).flatMap(([colour, count]) => {
    const pile = deck.filter((face) => face.colour === colour);
    return Array.from({ length: count }, () => pile.splice(Math.floor(random() * pile.length), 1)[0]!);
  });
}

/** Return a function that returns numbers from 0 up to 1, which follow from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
