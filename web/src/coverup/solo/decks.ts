/** The decks that a player can practise with. */
import type { Face } from "../../wire";
import { deckOf, savedDeck } from "../box/own-deck";
import { HOUSE_FACES } from "../solver/deal";

export type DeckName = "house" | "own";

export function isDeckName(value: unknown): value is DeckName {
  return value === "house" || value === "own";
}

/** Return the cards of the player's own deck. Null: it is not complete. */
export function ownCards(): readonly Face[] | null {
  return deckOf(savedDeck())?.cards ?? null;
}

/** Return the cards of a deck. An own deck that is not complete any more is replaced by the house deck. */
export function cardsOf(deck: DeckName): readonly Face[] {
  return (deck === "own" ? ownCards() : null) ?? HOUSE_FACES;
}
