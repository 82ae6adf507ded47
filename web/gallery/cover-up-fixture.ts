import game from "../fixtures/coverup/game.json";
import { viewOf, type View } from "../src/coverup/view";
import type { Arrangement, CoverUpPrivate, CoverUpPublic, Event, Optimum } from "../src/wire";

/** Moments of a game of Cover Up as one seat saw them, written by scripts/web_cover_up.py. */
interface Game {
  players: string[];
  arrangement: Extract<Arrangement, { game: "cover-up" }>;
  /** The best pile of each hand, by round. */
  optima: Optimum[][];
  moments: Record<string, { public: CoverUpPublic; private?: CoverUpPrivate; history: Event[] }>;
}

export const { players, arrangement, optima, moments } = game as unknown as Game;

/**
 * Return the view and the history at a moment.
 *
 * @throws Error if there is no such moment.
 */
export function at(name: string): { view: View; history: Event[] } {
  const moment = moments[name];
  if (moment === undefined) {
    throw new Error(`no moment ${name} among ${Object.keys(moments).join(", ")}`);
  }
  const seats = players.map((each) => ({ name: each, bot: null, present: true, stood_in_for: null, delay: 40 }));
  return { view: viewOf(moment.public, moment.private ?? null, seats, arrangement), history: moment.history };
}
