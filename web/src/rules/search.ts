/** Search in the rules. */

export interface Rule {
  id: string;
  title: string;
  text: string;
}

/** Return whether the rule contains every word, in its id, its title or its text. */
export function matches({ id, title, text }: Rule, words: string): boolean {
  const content = `${id} ${title} ${text}`.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}
