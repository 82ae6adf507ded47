/** The part of a game record that the proof of a fair deal needs; see docs/fair-deals.md. */
import type { GameId } from "../games/client";

export interface Fair {
  commitment: string;
  /** 64 hexadecimal digits. */
  seed: string;
  /** One per seat. */
  nonces: string[];
}

export interface RecordedShuffle {
  event: "shuffle";
  pile: string;
  /** From top to bottom. */
  cards: string[];
}

/** A decision, with the fields that say which cards it is about. */
export interface RecordedDecision {
  event: string;
  seat?: number;
  card?: string;
  cards?: string[];
}

export interface GameRecord {
  game: GameId;
  players: string[];
  start?: number;
  options: Record<string, unknown>;
  events: (RecordedShuffle | RecordedDecision)[];
  fair?: Fair;
  /**
   * `options`: the announced options as JSON, if they left something to be drawn by lot. `origin`: the game that this one continues,
   * as JSON.
   */
  meta?: { options?: string; origin?: string };
}

/** Return the shuffles of a record, in order. */
export function shufflesOf({ events }: GameRecord): RecordedShuffle[] {
  return events.filter(isShuffle);
}

export function isShuffle(event: GameRecord["events"][number]): event is RecordedShuffle {
  return event.event === "shuffle";
}

/** Return the decisions of a record, in order. */
export function decisionsOf({ events }: GameRecord): RecordedDecision[] {
  return events.filter((event) => !isShuffle(event));
}
