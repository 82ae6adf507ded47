/** What this browser saw of its latest games, saved so that a reload does not lose it. */
import { browserStorage, readSaved, save, type KeyValueStorage } from "../storage";
import type { Seat } from "../wire";
import { SEEN_FORMAT, type Seen, type SeenStorage } from "./seen";

const INDEX_KEY = "covergames.seen";
const MAX_SAVED = 12;

/** One key for each seat at each table, so that a message costs one small write. */
function keyOf(table: string, seat: Seat | null): string {
  return `${INDEX_KEY}.${table}.${seat ?? "spectator"}`;
}

function savedKeys(storage: KeyValueStorage): string[] {
  return (readSaved(INDEX_KEY, Array.isArray, [], storage) as unknown[]).filter((key) => typeof key === "string");
}

function isSeen(value: unknown): value is Seen {
  const seen = value as Seen | null;
  return seen?.format === SEEN_FORMAT && Array.isArray(seen.observations) && typeof seen.chain === "string";
}

export function seenStorage(storage: KeyValueStorage = browserStorage): SeenStorage {
  return {
    load: (table, seat) => readSaved<Seen | null>(keyOf(table, seat), isSeen, null, storage),
    save(seen) {
      const key = keyOf(seen.table, seen.seat);
      const keys = savedKeys(storage);
      if (keys[0] !== key) {
        const kept = [key, ...keys.filter((other) => other !== key)];
        kept.slice(MAX_SAVED).forEach((old) => storage.removeItem(old));
        save(INDEX_KEY, kept.slice(0, MAX_SAVED), storage);
      }
      save(key, seen, storage);
    },
  };
}

/** Return everything that was seen at a table, by one seat or by several at this device. */
export function savedSeen(table: string, storage: KeyValueStorage = browserStorage): Seen[] {
  return savedKeys(storage)
    .filter((key) => key.startsWith(`${INDEX_KEY}.${table}.`))
    .map((key) => readSaved<Seen | null>(key, isSeen, null, storage))
    .filter((seen) => seen !== null);
}
