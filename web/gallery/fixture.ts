import type { Arrangement, CoverMePrivate, CoverMePublic, Place } from "../src/wire";
import type { CoverMeEvent } from "../src/coverme/wire";

/** A moment of a game as a seat was shown it; written by scripts/web_fixtures.py. */
export interface Fixture {
  seats: Place[];
  arrangement: Extract<Arrangement, { game: "cover-me" }>;
  public: CoverMePublic;
  private: CoverMePrivate;
  history: CoverMeEvent[];
}
