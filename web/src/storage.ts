/**
 * What this browser saves between visits. Where storage is forbidden or full, values stay in memory until the page is closed.
 */

export type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What the browser saves for good. */
export const browserStorage = saving(() => localStorage);
/** What the browser saves until the tab is closed. */
export const tabStorage = saving(() => sessionStorage);

/** Return a storage that never fails. `storage` throws where storage is forbidden. */
function saving(storage: () => Storage): KeyValueStorage {
  const unsaved = new Map<string, string>();
  return {
    getItem(key) {
      try {
        return unsaved.get(key) ?? storage().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        storage().setItem(key, value);
        unsaved.delete(key);
      } catch {
        unsaved.set(key, value);
      }
    },
    removeItem(key) {
      unsaved.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // where storage is forbidden, nothing was saved
      }
    },
  };
}

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
