import { viewOf, type View } from "../src/coverup/view";
import type { Arrangement, CoverUpPrivate, CoverUpPublic, Event, Optimum } from "../src/wire";
import game from "../fixtures/coverup/game.json";

/** A game of Cover Up and moments of it as a seat was shown them; written by scripts/web_cover_up.py. */
interface Game {
  players: string[];
  arrangement: Extract<Arrangement, { game: "cover-up" }>;
  /** Round by round, what each hand allowed. */
  optima: Optimum[][];
  moments: Record<string, { public: CoverUpPublic; private?: CoverUpPrivate; history: Event[] }>;
}

export const { players, arrangement, optima, moments } = game as unknown as Game;

/** The table at that moment, with what had happened. */
export function at(name: string): { view: View; history: Event[] } {
  const moment = moments[name];
  if (moment === undefined) {
    throw new Error(`no moment ${name} among ${Object.keys(moments).join(", ")}`);
  }
  const seats = players.map((each) => ({ name: each, bot: null, present: true, stood_in_for: null, delay: 40 }));
  return { view: viewOf(moment.public, moment.private ?? null, seats, arrangement), history: moment.history };
}
