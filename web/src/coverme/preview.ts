/** What a choice of covers would do, if nobody else placed anything: tracks, trends and values of one's own covers. */
import type { Counts, TrendNames } from "./wire";
import type { Card } from "./card";
import { counted, trendsOf, trendValue } from "./trends";
import type { View } from "./view";

export interface Preview {
  tracks: Counts;
  trends: TrendNames;
  /** By magazine number: the trend values of its covers, and of the one that would be added. */
  values: Map<number, number[]>;
}

/** The table as it would look with these covers on the viewer's magazines; null: no covers are chosen. */
export function previewOf(view: View, cards: readonly Card[]): Preview | null {
  if (view.decision !== "place" || cards.length === 0) {
    return null;
  }
  const tracks = counted(view.tracks, cards);
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
