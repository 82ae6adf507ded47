/** The bots that can be asked to play: how strong they are, and what they call themselves. */

export const LEVELS = ["easy", "medium", "hard"] as const;
export type Level = (typeof LEVELS)[number];

/** The server's name of the bot of Cover Me that plays at this level. */
export const BOT: Record<Level, string> = { easy: "random", medium: "trend", hard: "editor:200ms" };

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
