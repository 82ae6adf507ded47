/** A preview of picked covers: tracks, trends and values if nobody else placed anything. */
import type { Card } from "./card";
import { countCards, trendsOf, trendValue } from "./trends";
import type { View } from "./view";
import type { Counts, TrendNames } from "./wire";

export interface Preview {
  tracks: Counts;
  trends: TrendNames;
  /** By magazine number: the trend values of its covers, including the added one. */
  values: Map<number, number[]>;
}

/** Return the table with these covers on the viewer's magazines. Null: no covers are picked. */
export function previewOf(view: View, cards: readonly Card[]): Preview | null {
  if (view.decision !== "place" || cards.length === 0) {
    return null;
  }
  const tracks = countCards(view.tracks, cards);
  const trends = trendsOf(tracks);
  let place = 0;
  const values = new Map(
    view.magazines.map((magazine) => {
      const added = magazine.isOwn ? cards[place++] : undefined;
      const covers = added === undefined ? magazine.covers : [...magazine.covers, added];
      return [magazine.number, covers.map((card) => trendValue(card, trends))];
    }),
  );
  return { tracks, trends, values };
}
