/** The trend counter: the cards of one season, as they were entered, and what they add up to. */
import { CARDS, TRAITS, type Card, type Trait } from "../card";
import { countCards, trendsOf, trendValue } from "../trends";
import type { Counts, TrendNames } from "../wire";

export const SEASONS = ["winter", "spring", "summer", "fall"] as const;
export type Season = (typeof SEASONS)[number];

export interface Counter {
  season: Season;
  /** The influence row: models of the last season, which count again. */
  influence_row: Card[];
  /** The covers placed so far. */
  covers: Card[];
}

/** What the cards add up to. */
export interface Count {
  tracks: Counts;
  trends: TrendNames;
  /** The trend values of the covers, in order. */
  values: number[];
}

export const NEW_YEAR: Counter = { season: "winter", influence_row: [], covers: [] };

export function isCounter(value: unknown): value is Counter {
  const counter = value as Counter | null;
  return SEASONS.includes(counter?.season as Season) && [counter?.influence_row, counter?.covers].every(isRow);
}

function isRow(row: unknown): boolean {
  return Array.isArray(row) && row.every((card) => CARDS.includes(card as Card));
}

/** Return the traits that count: hair, length, and pattern in fall and winter or clothes in spring and summer (CM-T1). */
export function activeTraits(season: Season): Trait[] {
  return ["hair", "length", season === "fall" || season === "winter" ? "pattern" : "clothes"];
}

/** Return the tracks, trends and values (CM-T2, CM-T3, CM-T4). */
export function count({ season, influence_row, covers }: Counter): Count {
  const empty = Object.fromEntries(
    activeTraits(season).map((trait) => [
      trait,
      Object.fromEntries(Object.values(TRAITS[trait]).map((name) => [name, 0])),
    ]),
  );
  const tracks = countCards(empty, [...influence_row, ...covers]);
  const trends = trendsOf(tracks);
  return { tracks, trends, values: covers.map((card) => trendValue(card, trends)) };
}

/** Return whether a card has been entered already; each exists once (CM-C1). */
export function has(counter: Counter, card: Card): boolean {
  return counter.covers.includes(card) || counter.influence_row.includes(card);
}

/** Return the counter with the card added to a row. */
export function added(counter: Counter, row: "influence_row" | "covers", card: Card): Counter {
  return has(counter, card) ? counter : { ...counter, [row]: [...counter[row], card] };
}

/** Return the counter without the card. */
export function without(counter: Counter, card: Card): Counter {
  const others = (row: Card[]): Card[] => row.filter((other) => other !== card);
  return { ...counter, influence_row: others(counter.influence_row), covers: others(counter.covers) };
}

/** Return the counter for the next season, with these models in its influence row (CM-E1, CM-E3, CM-N1). */
export function nextSeason({ season }: Counter, influence: readonly Card[]): Counter {
  const next = SEASONS[(SEASONS.indexOf(season) + 1) % SEASONS.length] ?? "winter";
  return { season: next, influence_row: [...influence], covers: [] };
}
