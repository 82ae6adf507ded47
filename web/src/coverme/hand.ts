/** A hand in the order that its owner likes. */
import { CARDS, place, prestige, type Card } from "./card";
import { trendValue } from "./trends";
import type { TrendNames } from "./wire";

export const ORDERS = ["clothes", "hair", "length", "pattern", "trend-value"] as const;
export type Order = (typeof ORDERS)[number];

/** The cards by that order, and within it by the order of the deck; the most trendy first. */
export function sorted(hand: readonly Card[], order: Order, trends: TrendNames): Card[] {
  const rank = (card: Card): number =>
    order === "trend-value" ? -10 * trendValue(card, trends) - prestige(card) : place(card, order);
  return [...hand].sort((one, other) => rank(one) - rank(other) || CARDS.indexOf(one) - CARDS.indexOf(other));
}
