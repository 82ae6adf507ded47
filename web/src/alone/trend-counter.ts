/** A season of the boxed Cover Me: the cards that were tapped in, counted as at a table here. */
import { CARDS, TRAITS, type Card, type Trait } from "../coverme/card";
import { counted, trendsOf, trendValue } from "../coverme/trends";
import type { Counts, TrendNames } from "../coverme/wire";

export const SEASONS = ["winter", "spring", "summer", "fall"] as const;
export type Season = (typeof SEASONS)[number];

export interface Counter {
  season: Season;
  /** The influence row: last season's models, counted again. */
  influence_row: Card[];
  /** The covers played so far. */
  covers: Card[];
}

/** Everything that follows from the cards. */
export interface Count {
  tracks: Counts;
  trends: TrendNames;
  /** The covers' trend values, in their order. */
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

/** The traits that count: hair colour, length, and pattern in fall and winter, clothes in spring and summer (CM-T1). */
export function activeTraits(season: Season): Trait[] {
  return ["hair", "length", season === "fall" || season === "winter" ? "pattern" : "clothes"];
}

/** Tracks, trends and values (CM-T2, CM-T3, CM-T4). */
export function count({ season, influence_row, covers }: Counter): Count {
  const empty = Object.fromEntries(
    activeTraits(season).map((trait) => [
      trait,
      Object.fromEntries(Object.values(TRAITS[trait]).map((name) => [name, 0])),
    ]),
  );
  const tracks = counted(empty, [...influence_row, ...covers]);
  const trends = trendsOf(tracks);
  return { tracks, trends, values: covers.map((card) => trendValue(card, trends)) };
}

/** Whether a card has been tapped in already: each is there once (CM-C1). */
export function has(counter: Counter, card: Card): boolean {
  return counter.covers.includes(card) || counter.influence_row.includes(card);
}

/** With the card added to a row. */
export function added(counter: Counter, row: "influence_row" | "covers", card: Card): Counter {
  return has(counter, card) ? counter : { ...counter, [row]: [...counter[row], card] };
}

/** Without the card. */
export function without(counter: Counter, card: Card): Counter {
  const others = (row: Card[]): Card[] => row.filter((other) => other !== card);
  return { ...counter, influence_row: others(counter.influence_row), covers: others(counter.covers) };
}

/** The next season, with these models in its influence row (CM-E1, CM-E3, CM-N1). */
export function nextSeason({ season }: Counter, influence: readonly Card[]): Counter {
  const next = SEASONS[(SEASONS.indexOf(season) + 1) % SEASONS.length] ?? "winter";
  return { season: next, influence_row: [...influence], covers: [] };
}
