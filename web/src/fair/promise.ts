/** What this browser knew of a deal before it was dealt: the commitment that the table showed, and its own nonce. */
import { drawer, type Drawer } from "../drawer";

export interface Promised {
  table: string;
  /** As the table showed it first. */
  commitment: string | null;
  /** The number that this browser added; null: none. */
  nonce: string | null;
}

const KEY = "covergames.promises";
const MOST = 40;

function promises(storage: Drawer): Promised[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one: Promised | null) => typeof one?.table === "string") : [];
  } catch {
    return [];
  }
}

export function promisedAt(table: string, storage: Drawer = drawer): Promised | null {
  return promises(storage).find((one) => one.table === table) ?? null;
}

/** Keep what is known now; a commitment that was seen earlier stays, for a table has only one. */
export function keepPromise(table: string, known: Partial<Promised>, storage: Drawer = drawer): void {
  const before = promisedAt(table, storage) ?? { table, commitment: null, nonce: null };
  const kept = { ...before, ...known, commitment: before.commitment ?? known.commitment ?? null };
  const others = promises(storage).filter((one) => one.table !== table);
  storage.setItem(KEY, JSON.stringify([kept, ...others].slice(0, MOST)));
}
