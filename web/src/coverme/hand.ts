/** Sort a hand. */
import { CARDS, characteristicIndex, prestige, type Card } from "./card";
import { trendValue } from "./trends";
import type { TrendNames } from "./wire";

export const SORT_ORDERS = ["clothes", "hair", "length", "pattern", "trend-value"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Return the cards in this order, and within it in the order of the deck. By trend value, the highest come first. */
export function sortCards(hand: readonly Card[], order: SortOrder, trends: TrendNames): Card[] {
  const rank = (card: Card): number =>
    order === "trend-value" ? -10 * trendValue(card, trends) - prestige(card) : characteristicIndex(card, order);
  return [...hand].sort((one, other) => rank(one) - rank(other) || CARDS.indexOf(one) - CARDS.indexOf(other));
}
