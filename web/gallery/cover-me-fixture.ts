import type { CoverMeEvent } from "../src/wire";
import type { Arrangement, CoverMePrivate, CoverMePublic, Place } from "../src/wire";

/** A moment of a game of Cover Me as one seat saw it, written by scripts/web_fixtures.py. */
export interface Fixture {
  seats: Place[];
  arrangement: Extract<Arrangement, { game: "cover-me" }>;
  public: CoverMePublic;
  private: CoverMePrivate;
  history: CoverMeEvent[];
}
