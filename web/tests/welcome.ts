/** What a player is told on coming to a table in the first month of a game, and seats to put at it. */
import type { Place, Welcome } from "../src/wire";
import { fixture } from "./fixtures";

const { seats, arrangement, public: shown, private: secret, history } = fixture("standard-place-1");
export { history, secret, shown };

export const welcome: Welcome = {
  type: "welcome",
  you: { seat: 0, host: true },
  sequence: 40,
  at: 1000,
  table: {
    id: "t",
    title: "",
    stage: "playing",
    settings: {
      listed: false,
      away_after: 120,
      decision_time: null,
      stand_in: null,
      chat: true,
      spectators: true,
      abandoned_after: 21600,
    },
    seats,
    host: 0,
    round_start: null,
    commitment: "",
    seed: null,
    rematch: null,
    rematch_of: null,
    closed: null,
  },
  arrangement,
  chat: [],
  public: shown,
  private: secret,
  history,
};

/** A seat; a free one has no name. */
export function place(name: string | null, more: Partial<Place> = {}): Place {
  const nothing = { stood_in_for: null, stand_in_at: null, decision_until: null, delay: null, nonce: null };
  return { name, bot: null, present: true, ready: false, muted: false, ...nothing, ...more };
}
