/** What this browser keeps for the next time; where it keeps nothing, the page remembers it for as long as it is there. */

export type Drawer = Pick<Storage, "getItem" | "setItem">;

/** What could not be kept: storage is forbidden, or full. */
const remembered = new Map<string, string>();

export const drawer: Drawer = {
  getItem(key) {
    try {
      return remembered.get(key) ?? localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value);
      remembered.delete(key);
    } catch {
      remembered.set(key, value);
    }
  },
};
