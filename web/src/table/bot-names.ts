const NAMES = ["Anouk", "Birk", "Coco", "Dries", "Elsa", "Freja", "Gigi", "Hedda", "Iiris", "Jori", "Lotte", "Mads"];

/**
 * Return different names for new bots, none of which is taken.
 *
 * @throws Error if there are not enough free names.
 */
export function botNames(count: number, taken: readonly string[], random: () => number = Math.random): string[] {
  const free = NAMES.filter((name) => !taken.includes(name));
  const chosen: string[] = [];
  while (chosen.length < count) {
    const [name] = free.splice(Math.floor(random() * free.length), 1);
    if (name === undefined) {
      throw new Error(`there are not enough names for ${count} bots beside ${taken.join(", ")}`);
    }
    chosen.push(name);
  }
  return chosen;
}
