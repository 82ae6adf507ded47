/** A preview of picked covers: tracks, trends and values if no hidden card were placed. */
import type { Card } from "./card";
import { countCards, trendsOf, trendValue } from "./trends";
import type { View } from "./view";
import type { Counts, TrendNames } from "./wire";

export interface Preview {
  tracks: Counts;
  trends: TrendNames;
  /** By magazine number: the trend values of its covers, including the added one. */
  values: Map<number, number[]>;
  /** Whether a face-up card of a fictional magazine is counted, which counts at the reveal (CM-22). */
  hasFictional: boolean;
}

/**
 * Return the table with these covers on the viewer's magazines, and with the cards that lie there face up. Null: there are none.
 * Values change only with a picked cover.
 */
export function previewOf(view: View, cards: readonly Card[]): Preview | null {
  const fictional = view.magazines.flatMap(({ owner, placed }) => (owner === null && placed !== null ? [placed] : []));
  if (view.decision !== "place" || cards.length + fictional.length === 0) {
    return null;
  }
  const tracks = countCards(view.tracks, [...cards, ...fictional]);
  const trends = trendsOf(tracks);
  let place = 0;
  const values = new Map(
    (cards.length === 0 ? [] : view.magazines).map((magazine) => {
      const added = magazine.isOwn ? cards[place++] : magazine.owner === null ? magazine.placed : null;
      const covers = added == null ? magazine.covers : [...magazine.covers, added];
      return [magazine.number, covers.map((card) => trendValue(card, trends))];
    }),
  );
  return { tracks, trends, values, hasFictional: fictional.length > 0 };
}
