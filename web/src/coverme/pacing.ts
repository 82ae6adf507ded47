/** The scenes of Cover Me: a reveal, then what follows from it; and every move of a player. */
import type { Scene, Shown, Weight } from "../table/pacing.svelte";
import type { CoverMeEvent, CoverMePrivate, CoverMePublic, Revealed } from "../wire";
import { countCards, trendsOf, trendValue } from "./trends";

/** The events of which each is shown for a moment. */
const MOVES: readonly CoverMeEvent["event"][] = [
  "took",
  "took_next",
  "went_without",
  "kept",
  "swapped",
  "stayed",
  "featured",
  "stacks_opened",
  "votes_revealed",
];

/**
 * Return the scenes between two states. One message contains the covers that were turned and everything that follows from
 * them, at the end of a season even the empty rows. So the table with the turned covers comes from the state before.
 */
export function scenesOf(before: Shown, now: Shown): Scene[] {
  const news = now.news as readonly CoverMeEvent[];
  const at = news.findIndex(({ event }) => event === "revealed");
  const reveal = news[at];
  if (before.public?.game !== "cover-me" || reveal?.event !== "revealed") {
    return [{ shown: now, weight: weightOf(news) }];
  }
  const later = news.slice(at + 1);
  const turned: Shown = {
    public: withCovers(before.public, reveal),
    private: before.private?.game === "cover-me" ? withoutCovers(before.private, reveal) : before.private,
    history: now.history.slice(0, now.history.length - later.length),
    news: news.slice(0, at + 1),
  };
  return [
    { shown: turned, weight: "reveal" },
    { shown: { ...now, news: later }, weight: weightOf(later) },
  ];
}

/** Return the table when the covers of the month have just been turned, and nobody has done anything else. */
export function withCovers(before: CoverMePublic, { covers }: Revealed): CoverMePublic {
  const tracks = countCards(
    before.tracks,
    covers.map(([, card]) => card),
  );
  const trends = trendsOf(tracks);
  const magazines = before.magazines.map((magazine, number) => {
    const added = covers.filter(([turned]) => turned === number).map(([, card]) => card);
    const row = [...magazine.covers, ...added];
    return {
      ...magazine,
      covers: row,
      values: row.map((card) => trendValue(card, trends)),
      has_placed: false,
      placed: null,
    };
  });
  // A hand counts a secret choice until it is turned.
  const hands = before.hands.map((hand, seat) => {
    const placed = covers.filter(([turned]) => before.magazines[turned]?.owner === seat);
    return { ...hand, size: hand.size - placed.length };
  });
  return { ...before, tracks, trends, magazines, hands, to_act: [] };
}

/** Return what the player alone sees then: the own cover is no secret any more, and the other models are not back yet. */
function withoutCovers(before: CoverMePrivate, { covers }: Revealed): CoverMePrivate {
  const turned = covers.map(([, card]) => card);
  return { ...before, hand: before.hand.filter((card) => !turned.includes(card)), placed: [], legal: [] };
}

/** Return whether such an event is shown as a separate scene. */
export function isMove(event: CoverMeEvent["event"]): boolean {
  return MOVES.includes(event);
}

function weightOf(news: readonly CoverMeEvent[]): Weight {
  return news.some(({ event }) => isMove(event)) ? "move" : "none";
}
