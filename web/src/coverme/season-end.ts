/** The ends of seasons, from public events: tracks, trends, the value of every cover, and where each card went. */
import type { CardText, CoverMeEvent, Fate, Season, Seat } from "../wire";
import { prestige } from "./card";
import type { Counts, TrendNames } from "./wire";

export interface Special {
  magazine: number;
  covers: { card: CardText; value: number; isSpecial: boolean }[];
  fate: Fate;
  value: number;
  /** The prestige that it added to its owner's prestige stack; in a same-value game one per card. */
  points: number;
}

export interface SeasonEnd {
  year: number;
  season: Season;
  start: Seat;
  tracks: Counts;
  trends: TrendNames;
  specials: Special[];
  /** The influence row of the previous season, which was discarded. */
  discarded: CardText[];
}

/** Return every season whose end is in the history, in order. */
export function seasonEnds(history: readonly CoverMeEvent[], isSameValue: boolean): SeasonEnd[] {
  const ends: SeasonEnd[] = [];
  let running = null as SeasonEnd | null;
  let covers = new Map<number, CardText[]>();
  let values: number[][] = [];
  for (const event of history) {
    switch (event.event) {
      case "season_began":
        running = {
          year: event.year,
          season: event.season,
          start: event.start,
          tracks: {},
          trends: {},
          specials: [],
          discarded: [],
        };
        covers = new Map();
        break;
      case "revealed":
        for (const [magazine, card] of event.covers) {
          covers.set(magazine, [...(covers.get(magazine) ?? []), card]);
        }
        break;
      case "judged":
        values = event.values;
        if (running !== null) {
          running = { ...running, tracks: event.tracks, trends: event.trends };
        }
        break;
      case "influence_discarded":
        if (running !== null) {
          running = { ...running, discarded: event.cards };
        }
        break;
      case "featured":
        if (running !== null) {
          if (running.specials.length === 0) {
            ends.push(running);
          }
          const shown = (covers.get(event.magazine) ?? []).map((card, place) => ({
            card,
            value: values[event.magazine]?.[place] ?? 0,
            isSpecial: event.cards.includes(card),
          }));
          const worth = event.cards.map((card) => (isSameValue ? 1 : prestige(card)));
          const points = event.fate === "prestige stack" ? worth.reduce((sum, one) => sum + one, 0) : 0;
          const { magazine, fate, value } = event;
          running.specials.push({ magazine, covers: shown, fate, value, points });
        }
        break;
      default:
    }
  }
  return ends;
}

/** Return the specials in the order of the table: player by player, then the fictional magazines. */
export function inTableOrder(
  specials: readonly Special[],
  magazines: readonly { owner: Seat | null; number: number }[],
): Special[] {
  const seat = ({ magazine }: Special): number => magazines[magazine]?.owner ?? magazines.length;
  return [...specials].sort((one, other) => seat(one) - seat(other) || one.magazine - other.magazine);
}

/** Return the prestige of every seat after each season, starting with zeros. */
export function prestigeBySeason(ends: readonly SeasonEnd[], players: number): number[][] {
  const totals: number[][] = [Array.from({ length: players }, () => 0)];
  for (const end of ends) {
    const before = totals[totals.length - 1] ?? [];
    totals.push(
      before.map((total, seat) => total + (end.specials.find(({ magazine }) => magazine === seat)?.points ?? 0)),
    );
  }
  return totals;
}
