/** The reasons for a hint, in words. */
import { text } from "../text/text.svelte";
import type { Hint } from "../wire";
import { model } from "./card";
import { activeTraits, cardName, characteristicName } from "./names";
import { previewOf } from "./preview";
import type { View } from "./view";

/** Return which trends the hint counts on, its chances, and what the bots expect of the game. */
export function reasonsOf({ action, star, three_trends, all_at_0, victory }: Hint, view: View): string[] {
  const expected = text("web.hint.victory", { chance: victory });
  if (action.event !== "place" || star === null) {
    return [expected];
  }
  if (all_at_0 > three_trends) {
    return [text("cover-me.hint.none", { chance: all_at_0 }), expected];
  }
  const trends = previewOf(view, action.cards)?.trends ?? view.trends;
  const shown = model(star);
  const found = activeTraits(view.tracks)
    .filter((trait) => (trends[trait] ?? []).includes(shown[trait]))
    .map((trait) => characteristicName(trait, shown[trait]));
  return [
    text("cover-me.hint.star", { card: cardName(star) }),
    text("web.hint.trends", { count: found.length, trends: found.join(", ") }),
    text("cover-me.hint.three", { chance: three_trends }),
    expected,
  ];
}
