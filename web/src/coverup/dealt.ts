/** Compares the hands that a replay shows with the shuffles and the cards given back in a record. */
import { decisionsOf, shufflesOf, type GameRecord } from "../fair/record";
import type { ReplayStep } from "../wire";

/** Cards of a hand (CU-R1). */
const HAND = 5;

/** Return the first step that shows other hands than the record says. Null: there is none. */
export function firstWrongStep(record: GameRecord, steps: readonly ReplayStep[]): number | null {
  const decisions = decisionsOf(record);
  if (steps.length !== decisions.length + 1) {
    return Math.min(steps.length, decisions.length + 1);
  }
  const [green = [], yellow = [], red = []] = shufflesOf(record).map(({ cards }) => [...cards]);
  let hands = record.players.map((_, seat) => green.slice(HAND * seat, HAND * (seat + 1)));
  let given = new Map<number, string>();
  let round = 1;
  for (const [step, { public: shown }] of steps.entries()) {
    const decision = step === 0 ? null : decisions[step - 1];
    if (decision?.event === "give_back" && decision.seat !== undefined && decision.card !== undefined) {
      given.set(decision.seat, decision.card);
    }
    if (given.size === hands.length) {
      const pile = round % 2 === 1 ? yellow : red; // (CU-N1)
      const exchanged = hands.map((hand, seat) => [
        ...hand.filter((card) => card !== given.get(seat)),
        pile.shift() ?? "",
      ]);
      hands = [exchanged.at(-1) ?? [], ...exchanged.slice(0, -1)];
      given = new Map();
      round += 1;
    }
    if (shown.game !== "cover-up" || shown.seats.some(({ hand }, seat) => hand.join() !== hands[seat]?.join())) {
      return step;
    }
  }
  return null;
}
