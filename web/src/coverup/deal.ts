/** How Cover Up is dealt, for the proof that a deal was fair. */
import type { GameDeal } from "../fair/proof";
import { shufflesOf } from "../fair/record";
import type { CoverUpOptions } from "../wire";

export const deal: GameDeal = {
  lotsOf: () => [],
  /** The order of the deck; the cards of the house deck are sorted by name. */
  cardOrder(record) {
    const { deck = "house" } = record.options as CoverUpOptions;
    return deck === "house"
      ? shufflesOf(record)
          .flatMap(({ cards }) => cards)
          .sort()
      : deck.cards.map(({ id }) => id);
  },
  firstWrongStep: async (record, steps) => (await import("./dealt")).firstWrongStep(record, steps),
};
