/** The two games: what they are called, and for how many they are. */
import type { Arrangement } from "./wire";

export type Game = Arrangement["game"];

/** A game's name, which is the same in every language. */
export function gameName(game: string | undefined): string {
  return game === "cover-up" ? "Cover Up" : "Cover Me";
}

/** How many may play: from two to so many (CM-C3, CU-C3). */
export const MOST_PLAYERS: Record<Game, number> = { "cover-me": 5, "cover-up": 6 };
