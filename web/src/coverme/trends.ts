/**
 * Tracks and trends, as far as a preview needs them: what a card would do to the tracks if it were counted now. The
 * server's word is what counts.
 */
import type { Trait } from "../wire";
import type { Counts, TrendNames } from "./wire";
import { model, type Card } from "./card";

/** The tracks with these cards counted too (CM-T2). */
export function counted(tracks: Counts, cards: readonly Card[]): Counts {
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

/** In each trait the characteristics with the highest count; ties are all trends, a count of 0 is none (CM-T3). */
export function trendsOf(tracks: Counts): TrendNames {
  return Object.fromEntries(
    Object.entries(tracks).map(([trait, track]) => {
      const highest = Math.max(1, ...Object.values(track));
      return [trait, Object.keys(track).filter((name) => track[name] === highest)];
    }),
  );
}

/** How many of the model's active characteristics are trends (CM-T4). */
export function trendValue(card: Card, trends: TrendNames): number {
  const shown = model(card);
  return Object.entries(trends).filter(([trait, names]) => names.includes(shown[trait as Trait])).length;
}
