/** What a seat made of every round, beside the best pile of its hand. */
import type { Optimum, RoundScored } from "../wire";

export interface RoundPoints {
  round: number;
  /** All points of the round, with the hourglass. */
  points: number;
  /** The points of the pile alone: only these can be compared with the best pile. */
  pile: number;
  /** -1 or 1 for whoever turned the hourglass, 0 for others (CU-S4). */
  hourglass: number;
  /** The points of the best pile. Null: the server has not sent it yet. */
  best: number | null;
}

/** Return the points of a seat in every round. */
export function pointsByRound(
  rounds: readonly RoundScored[],
  optima: ReadonlyMap<number, readonly Optimum[]>,
  seat: number,
): RoundPoints[] {
  return rounds.map(({ round, scores }) => {
    const { points = 0, hourglass = 0 } = scores[seat] ?? {};
    return { round, points, pile: points - hourglass, hourglass, best: optima.get(round)?.[seat]?.points ?? null };
  });
}
