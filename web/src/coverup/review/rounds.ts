/** What was possible in a round, from its analysis. */
import type { EarlierFlip, Replay, RoundReport } from "../../wire";
import type { Pile } from "../pile";

/** Return the moment at which the hourglass would have brought the fewest points, the latest of equal ones. Null: there was none. */
export function bestFlip(flips: readonly EarlierFlip[]): EarlierFlip | null {
  return flips.reduce<EarlierFlip | null>(
    (best, flip) => (best === null || flip.points <= best.points ? flip : best),
    null,
  );
}

/** Return the pile of a seat after that many events of the record. */
export function pileAt({ steps }: Replay, index: number, seat: number): Pile {
  const shown = steps.find((step) => step.index === index)?.public;
  return shown?.game === "cover-up" ? (shown.seats[seat]?.pile ?? []) : [];
}

/** Return what became of the best pile: it was laid, it went out of reach, or it was never completed. */
export function fateOf({ above, out_of_reach }: RoundReport): "laid" | "lost" | "unfinished" {
  return above === 0 ? "laid" : out_of_reach === null ? "unfinished" : "lost";
}

/** Return the least and the most of these points: 12–14, or 12 if all are equal. */
export function rangeOf(points: readonly number[]): string {
  return [...new Set([Math.min(...points), Math.max(...points)])].join("–");
}
