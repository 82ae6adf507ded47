/** A hand in the order that its owner likes. */
import { TRAITS, prestige, type Card, type Trait } from "./card";
import { trendValue } from "./trends";
import type { TrendNames } from "./wire";

export const ORDERS = ["clothes", "hair", "length", "pattern", "trend-value"] as const;
export type Order = (typeof ORDERS)[number];

/** The cards by that order, and within it by the order of the deck; the most trendy first. */
export function sorted(hand: readonly Card[], order: Order, trends: TrendNames): Card[] {
  const rank = (card: Card): number =>
    order === "trend-value" ? -10 * trendValue(card, trends) - prestige(card) : place(card, order);
  return [...hand].sort((one, other) => rank(one) - rank(other) || deckOrder(one) - deckOrder(other));
}

function place(card: Card, trait: Trait): number {
  const letter = card[Object.keys(TRAITS).indexOf(trait)] ?? "";
  return Object.keys(TRAITS[trait]).indexOf(letter);
}

function deckOrder(card: Card): number {
  return (Object.keys(TRAITS) as Trait[]).reduce((sum, trait) => sum * 10 + place(card, trait), 0);
}
