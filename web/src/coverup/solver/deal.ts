/** The hands of puzzles, dealt in the browser as docs/puzzles.md describes. */
import { keyOf, mac, shuffled } from "../../fair/deal.ts";
import type { Colour, Face } from "../../wire";
import { COLOURS_BY_ROUND, HOUSE_DECK, PUZZLE_KEY, ROUND_BY_WEEKDAY } from "./facts.ts";

/** The colour of a card by the first letter of its id. */
const COLOURS: Record<string, Colour> = { g: "green", y: "yellow", r: "red" };

/** The cards of the house deck, in its order. */
export const HOUSE_FACES: readonly Face[] = Object.entries(HOUSE_DECK).map(([id, squares]) => ({
  id,
  colour: COLOURS[id.charAt(0)]!,
  squares: [...squares].map(Number),
}));

/** Return the round whose hands a puzzle has. Its name is a date, or a round and a number: `2026-11-16`, `3-4711`. */
export function roundOf(name: string): number {
  const practice = /^([1-5])-\d+$/.exec(name);
  return practice ? Number(practice[1]) : ROUND_BY_WEEKDAY[(new Date(`${name}T00:00Z`).getUTCDay() + 6) % 7]!;
}

/** Return the hand of a puzzle. */
export async function dealtHand(name: string): Promise<Face[]> {
  const encoder = new TextEncoder();
  const key = await keyOf(await mac(await keyOf(encoder.encode(PUZZLE_KEY)), name));
  const counts = Object.entries(COLOURS_BY_ROUND[roundOf(name)] ?? {});
  const piles = counts.map(async ([colour, count], number) => {
    const pile = HOUSE_FACES.filter((face) => face.colour === colour);
    return (await shuffled(key, number, colour, pile)).slice(0, count);
  });
  return (await Promise.all(piles)).flat();
}
