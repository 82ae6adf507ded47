/** The lesson of Cover Up: small hands, each with something to reach. */
import type { Face } from "../../wire";
import { facesOf, isFlawless, visible, type Pile } from "../pile";
import { pointsOf } from "../score";

/** The steps in order; the last one only sums up. */
export const STEP_NAMES = ["drag", "link", "turn", "flip", "clash", "loose", "count", "hourglass"] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** A step, written by scripts/web_lesson.py. */
export interface Step {
  name: StepName;
  hand: Face[];
  /** The pile at the beginning. */
  pile: Pile;
  /** How many cards have to be in the pile, and how many symbols have to disappear on equal ones. */
  laid: number;
  hidden: number;
  /** The most points that the hand may have in the end. Null: any number. */
  points: number | null;
  /** A pile that fulfils the task. */
  solution: Pile;
}

/** Return the number of symbols on the laid cards that lie on an equal symbol. */
export function hiddenSymbols(pile: Pile, hand: readonly Face[]): number {
  const faces = facesOf(hand);
  const printed = pile.flatMap(({ card }) => faces.get(card)?.squares ?? []).filter((symbol) => symbol !== 0);
  return printed.length - visible(pile, faces);
}

/** Return whether the pile fulfils the task of the step. */
export function isSolved({ hand, laid, hidden, points }: Step, pile: Pile): boolean {
  return (
    pile.length >= laid &&
    isFlawless(pile, facesOf(hand)) &&
    hiddenSymbols(pile, hand) >= hidden &&
    (points === null || pointsOf(pile, hand) <= points)
  );
}

/** Return the pile with which a step begins. A step with the hand of the one before goes on with its pile. */
export function pileAt(step: Step, before: Step | undefined, pile: Pile): Pile {
  const isSameHand = before?.hand.every(({ id }, place) => id === step.hand[place]?.id) ?? false;
  return isSameHand && before !== undefined && isSolved(before, pile) ? pile : step.pile;
}
