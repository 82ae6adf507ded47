/** What this browser has already explained at a table: the goal of each game, and each kind of decision. */
import { readSaved, save, browserStorage, type KeyValueStorage } from "../storage";

const COACHED_KEY = "covergames.coached";

function isKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((key) => typeof key === "string");
}

export class Coach {
  #known = $state.raw<readonly string[]>([]);
  readonly #storage: KeyValueStorage;

  constructor(storage: KeyValueStorage = browserStorage) {
    this.#storage = storage;
    this.#known = readSaved(COACHED_KEY, isKeys, [], storage);
  }

  knows(key: string): boolean {
    return this.#known.includes(key);
  }

  /** Remember that these messages have been read. */
  learn(...keys: string[]): void {
    this.#known = [...new Set([...this.#known, ...keys])];
    save(COACHED_KEY, this.#known, this.#storage);
  }
}
