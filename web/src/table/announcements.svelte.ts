/** What a screen reader says about a table. Lines are only added: a replaced line would not be read to its end. */

const MAX_LINES = 12;

export interface Announcement {
  readonly number: number;
  readonly words: string;
}

export class Announcements {
  #lines: readonly Announcement[] = $state.raw([]);
  #count = 0;

  /** The latest lines, oldest first. */
  get lines(): readonly Announcement[] {
    return this.#lines;
  }

  /** Say these lines, after everything that was said before. */
  say(...words: string[]): void {
    if (words.length > 0) {
      const added = words.map((line) => ({ number: this.#count++, words: line }));
      this.#lines = [...this.#lines, ...added].slice(-MAX_LINES);
    }
  }
}
