/** The order of a hand, and the cards that are new in it. */
import type { CoverMeEvent, Seat } from "../wire";
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

/** Return the cards that this seat has taken since covers were last revealed, the cards of the deal aside. */
export function newCards(history: readonly CoverMeEvent[], seat: Seat | null): Set<Card> {
  const revealed = history.findLastIndex(({ event }) => event === "revealed");
  const taken = history.slice(revealed + 1).flatMap((event) => {
    switch (event.event) {
      case "took":
      case "took_next":
        return event.seat === seat ? [event.card] : [];
      case "kept":
        return event.seat === seat ? event.kept : [];
      default:
        return [];
    }
  });
  return new Set(taken.filter((card) => card !== null));
}
