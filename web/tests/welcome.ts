/** The welcome message to a player in the first month of a game. */
import { TABLE } from "../gallery/table-fixture";
import type { Welcome } from "../src/wire";
import { fixture } from "./fixtures";

const { seats, arrangement, public: shown, private: secret, history } = fixture("standard-place-1");
export { history, secret, shown };

export const welcome: Welcome = {
  type: "welcome",
  you: { seat: 0, host: true },
  sequence: 40,
  at: 1000,
  table: { ...TABLE, stage: "playing", seats },
  arrangement,
  chat: [],
  public: shown,
  private: secret,
  history,
};
