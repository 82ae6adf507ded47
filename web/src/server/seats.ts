/** The seats that this browser has, with their secrets; kept here and nowhere else. */

export interface Kept {
  table: string;
  token: string;
  game: "cover-me" | "cover-up";
  title: string;
  /** When it was last sat at, in milliseconds since 1970. */
  at: number;
}

const KEY = "covergames.seats";
const NAME = "covergames.name";
const MOST = 20;

/** All seats, the latest first; what cannot be read is as if it were not there. */
export function seats(storage: Storage = localStorage): Kept[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  const kept = value as Kept | null;
  return typeof kept?.table === "string" && typeof kept.token === "string" && typeof kept.at === "number";
}

export function seatAt(table: string, storage: Storage = localStorage): Kept | null {
  return seats(storage).find((kept) => kept.table === table) ?? null;
}

/** Keep a seat, first of all; the oldest are forgotten. */
export function keepSeat(seat: Kept, storage: Storage = localStorage): void {
  const others = seats(storage).filter(({ table }) => table !== seat.table);
  storage.setItem(KEY, JSON.stringify([seat, ...others].slice(0, MOST)));
}

export function forgetSeat(table: string, storage: Storage = localStorage): void {
  storage.setItem(KEY, JSON.stringify(seats(storage).filter((kept) => kept.table !== table)));
}

/** What the person calls themselves. */
export function keptName(storage: Storage = localStorage): string {
  return storage.getItem(NAME) ?? "";
}

export function keepName(name: string, storage: Storage = localStorage): void {
  storage.setItem(NAME, name);
}
