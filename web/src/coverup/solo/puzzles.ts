/** Puzzles. The browser deals and solves them itself. The server counts the piles that are handed in for a day. */
import { canVerify } from "../../fair/deal";
import { request } from "../../server/api";
import type { Face, HandedIn, Placement, Puzzle, Reached, Step } from "../../wire";
import { facesOf, type Pile } from "../pile";
import { advise } from "../solver/advice";
import { dealtHand, roundOf } from "../solver/deal";
import { drawHand } from "../solver/draw";
import { COLOURS_BY_ROUND } from "../solver/facts";
import { solve } from "../solver/solver";
import { cardsOf, isDeckName, type DeckName } from "./decks";

/** The storage key of the practice hand that is not finished. */
export const PRACTICE_KEY = "covergames.practice";
export const ROUNDS = [1, 2, 3, 4, 5] as const;

/** A practice hand that is not finished. */
export interface SavedHand {
  name: string;
  deck: DeckName;
  round: number;
  /** The clock; 0 means none. It starts again after a reload. */
  seconds: number;
  pile: Placement[];
}

export function isSavedHand(value: unknown): value is SavedHand {
  const hand = value as SavedHand | null;
  return (
    typeof hand?.name === "string" &&
    isDeckName(hand.deck) &&
    typeof hand.round === "number" &&
    typeof hand.seconds === "number" &&
    Array.isArray(hand.pile)
  );
}

/** Return the name of a random hand of a round. */
export function practiceName(round: number, [seed = 0] = crypto.getRandomValues(new Uint32Array(1))): string {
  return `${round}-${seed}`;
}

/** Deal a hand for practice. */
export async function practicePuzzle(name: string, deck: DeckName): Promise<Puzzle> {
  if (deck === "house") {
    return housePuzzle(name);
  }
  const [round = 1, seed = 0] = name.split("-").map(Number);
  return puzzleOf(name, drawHand(cardsOf(deck), COLOURS_BY_ROUND[round]!, seed));
}

/**
 * Deal a puzzle from the house deck. Its name is a date, or a round and a number. A browser without cryptography, as on a page over
 * plain HTTP, lets the server deal it.
 */
export async function housePuzzle(name: string): Promise<Puzzle> {
  return canVerify() ? puzzleOf(name, await dealtHand(name)) : request("GET", `/api/puzzles/${name}`);
}

function puzzleOf(name: string, hand: Face[]): Puzzle {
  const { points, piles } = solve(hand);
  return { name, round: roundOf(name), hand, points, ways: piles.length };
}

/** Return every best pile of a hand. */
export function bestPiles(hand: readonly Face[]): Pile[] {
  return solve(hand).piles;
}

/** Return the next step from the laid cards to a best pile. */
export function hintFor(pile: Pile, hand: readonly Face[]): Step {
  return advise(pile, bestPiles(hand), facesOf(hand));
}

/** Hand in a pile. The server counts its points, and adds them to the results of that day. */
export function handInPile(name: string, pile: readonly Placement[]): Promise<HandedIn> {
  return request("POST", `/api/puzzles/${name}/results`, { pile });
}

/** Fetch what all players reached in a puzzle. */
export function fetchReached(name: string): Promise<Reached[]> {
  return request("GET", `/api/puzzles/${name}/results`);
}
