/**
 * Tracks and trends, as far as a preview needs them: how the tracks change if a card is counted. The server decides what
 * really happens.
 */
import type { Trait } from "../wire";
import { model, type Card } from "./card";
import type { Counts, TrendNames } from "./wire";

/** Return the tracks with these cards counted as well (CM-T2). */
export function countCards(tracks: Counts, cards: readonly Card[]): Counts {
  return Object.fromEntries(
    Object.entries(tracks).map(([trait, track]) => {
      const counts = { ...track };
      for (const card of cards) {
        const shown = model(card)[trait as Trait];
        counts[shown] = (counts[shown] ?? 0) + 1;
      }
      return [trait, counts];
    }),
  );
}

/**
 * Return the characteristics with the highest count of each trait. Ties are all trends; a count of 0 is not, and a trait
 * without a trend is missing (CM-T3).
 */
export function trendsOf(tracks: Counts): TrendNames {
  return Object.fromEntries(
    Object.entries(tracks)
      .map(([trait, track]) => {
        const highest = Math.max(1, ...Object.values(track));
        return [trait, Object.keys(track).filter((name) => track[name] === highest)] as const;
      })
      .filter(([, names]) => names.length > 0),
  );
}

/** Return how many of the model's active characteristics are trends (CM-T4). */
export function trendValue(card: Card, trends: TrendNames): number {
  const shown = model(card);
  return Object.entries(trends).filter(([trait, names]) => names.includes(shown[trait as Trait])).length;
}
