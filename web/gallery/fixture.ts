import type { Arrangement, Event, Private, Public, SeatPlace } from "../src/wire";

/** A moment of a game as a seat was shown it; written by scripts/web_fixtures.py. */
export interface Fixture {
  seats: SeatPlace[];
  arrangement: Extract<Arrangement, { game: "cover-me" }>;
  public: Public;
  private: Private;
  history: Event[];
}
