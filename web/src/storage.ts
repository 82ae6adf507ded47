/**
 * What this browser saves between visits. Where storage is forbidden or full, values stay in memory until the page is closed.
 */

export type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

/** The values that could not be saved. */
const unsaved = new Map<string, string>();

export const browserStorage: KeyValueStorage = {
  getItem(key) {
    try {
      return unsaved.get(key) ?? localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value);
      unsaved.delete(key);
    } catch {
      unsaved.set(key, value);
    }
  },
};

/** Save a value as JSON. */
export function save(key: string, value: unknown, storage: KeyValueStorage = browserStorage): void {
  storage.setItem(key, JSON.stringify(value));
}

/** Return the saved value, or `fallback` if there is none, if it is not JSON, or if it does not have the expected shape. */
export function readSaved<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
  fallback: Value,
  storage: KeyValueStorage = browserStorage,
): Value {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return isValue(value) ? value : fallback;
  } catch {
    return fallback;
  }
}
