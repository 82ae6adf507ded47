/** Count a pile as at the end of a round, without a server. The server's count is the one that matters. */
import type { CardText, Face } from "../wire";
import { facesOf, faultsOf, isFlawless, visible, type Fault, type Pile } from "./pile.ts"; // with its extension: a test runs this file in Node.js

/** What the points of a hand consist of (CU-S1 to CU-S3). */
export interface Count {
  /** The visible symbols of what is left of the pile. */
  visible: number;
  /** The cards that have to be removed, topmost first, and why. */
  removed: { card: CardText; faults: Fault[] }[];
  notLaid: CardText[];
  /** The symbols of all cards aside, removed or not laid. */
  asideSymbols: number;
  points: number;
}

/** Count a hand: cards are removed from the top while the pile is flawed, and all cards aside cost their symbols and a point. */
export function countHand(pile: Pile, hand: readonly Face[]): Count {
  const faces = facesOf(hand);
  const removed: Count["removed"] = [];
  let rest = pile;
  while (!isFlawless(rest, faces)) {
    removed.push({ card: rest.at(-1)?.card ?? "", faults: faultsOf(rest, faces) });
    rest = rest.slice(0, -1);
  }
  const aside = hand.filter(({ id }) => !rest.some(({ card }) => card === id));
  const asideSymbols = aside.flatMap(({ squares }) => squares.filter((symbol) => symbol !== 0)).length;
  const seen = visible(rest, faces);
  return {
    visible: seen,
    removed,
    notLaid: hand.map(({ id }) => id).filter((id) => !pile.some(({ card }) => card === id)),
    asideSymbols,
    points: seen + asideSymbols + aside.length,
  };
}

/** Return the points of a hand. */
export function pointsOf(pile: Pile, hand: readonly Face[]): number {
  return countHand(pile, hand).points;
}
