/** The bots that can be asked to play: how strong they are, and what they call themselves. */
import type { Game } from "../game";

export const LEVELS = ["easy", "medium", "hard"] as const;
export type Level = (typeof LEVELS)[number];

/** The server's names of the bots that play at these levels, by game. */
export const BOTS: Record<Game, Record<Level, string>> = {
  "cover-me": { easy: "random", medium: "trend", hard: "editor:200ms" },
  "cover-up": { easy: "beginner", medium: "quick", hard: "perfect" },
};

/** The level that this bot plays at; null: none of ours. */
export function levelOf(game: Game, bot: string): Level | null {
  return LEVELS.find((level) => BOTS[game][level] === bot) ?? null;
}

const NAMES = ["Anouk", "Birk", "Coco", "Dries", "Elsa", "Freja", "Gigi", "Hedda", "Iiris", "Jori", "Lotte", "Mads"];

/** So many different names, none of which is taken. */
export function botNames(count: number, taken: readonly string[], chance: () => number = Math.random): string[] {
  const free = NAMES.filter((name) => !taken.includes(name));
  const chosen: string[] = [];
  while (chosen.length < count) {
    const [name] = free.splice(Math.floor(chance() * free.length), 1);
    if (name === undefined) {
      throw new Error(`there are no names for ${count} bots beside ${taken.join(", ")}`);
    }
    chosen.push(name);
  }
  return chosen;
}
