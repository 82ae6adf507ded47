/** A record as a server hands it out, as far as its proof is concerned; docs/fair-deals.md says what it means. */
import type { Game } from "../game";

export interface Fair {
  commitment: string;
  /** 64 hexadecimal digits. */
  seed: string;
  /** One for each seat. */
  nonces: string[];
}

export interface RecordedShuffle {
  event: "shuffle";
  pile: string;
  /** The top card first. */
  cards: string[];
}

export interface GameRecord {
  game: Game;
  players: string[];
  start?: number;
  options: { same_value?: string | null; deck?: "house" | { cards: { id: string }[] } };
  events: (RecordedShuffle | { event: string })[];
  fair?: Fair;
  /** `options` are the options as they were announced, in JSON, if they left anything to be drawn by lot. */
  meta?: { options?: string };
}
