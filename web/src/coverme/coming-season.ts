/** The coming season, for which cards are taken. */
import type { Season, Trait } from "../wire";
import { TRAITS } from "./card";
import { countCards, trendsOf } from "./trends";
import type { View } from "./view";
import type { Counts } from "./wire";

/** Return the season after this one. */
export function comingSeason({ season, seasons }: Pick<View, "season" | "seasons">): Season {
  return seasons[(seasons.indexOf(season) + 1) % seasons.length] ?? season;
}

/** Return the traits that count in a season (CM-T1). */
function traitsOf(season: Season): Trait[] {
  return ["hair", "length", season === "winter" || season === "fall" ? "pattern" : "clothes"];
}

/** Return the view with the tracks and trends of the coming season, while hands are refilled for it (CM-N1). */
export function lookingAhead(view: View): View {
  if (view.phase !== "replenish") {
    return view;
  }
  const empty: Counts = Object.fromEntries(
    traitsOf(comingSeason(view)).map((trait) => [
      trait,
      Object.fromEntries(Object.values(TRAITS[trait]).map((name) => [name, 0])),
    ]),
  );
  const tracks = countCards(empty, view.influence_row);
  return { ...view, tracks, trends: trendsOf(tracks) };
}
