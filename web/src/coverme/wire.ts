/** The wire types of Cover Me, and names for types that the wire spells out. */
import type { Action, CoverMePublic, Event, Take, Trait } from "../wire";

export type Source = Take["from"];
export type CoverMeAction = Extract<
  Action,
  { event: "take" | "place" | "feature" | "keep" | "swap" | "stay" | "vote" }
>;

type CoverUpEvent = Extract<
  Event,
  {
    event:
      | "laid"
      | "lifted"
      | "flipped"
      | "was_done"
      | "time_ran_out"
      | "round_scored"
      | "chose_give_back"
      | "exchanged"
      | "passed"
      | "round_began";
  }
>;
export type CoverMeEvent = Exclude<Event, CoverUpEvent>;

/** The fashion tracks: the count of each characteristic, by active trait. */
export type Counts = CoverMePublic["tracks"];
/** The trends, by active trait. */
export type TrendNames = CoverMePublic["trends"];
export type { Trait };
