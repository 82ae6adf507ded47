/** The seats that this browser has, with their secrets; kept here and nowhere else. */
import { drawer, type Drawer } from "../drawer";
import type { Game } from "../game";

export interface Kept {
  table: string;
  token: string;
  game: Game;
  title: string;
  /** When it was last sat at, in milliseconds since 1970. */
  at: number;
  /** Which seat it is, and under which name; what was kept before these were is without them. */
  seat?: number;
  name?: string;
  /** The other people at this device, each with a seat of their own. */
  beside?: Beside[];
}

/** Somebody who plays at this device too. */
export interface Beside {
  token: string;
  seat: number;
  name: string;
}

const KEY = "covergames.seats";
const NAME = "covergames.name";
const MOST = 20;

/** All seats, the latest first; what cannot be read is as if it were not there. */
export function seats(storage: Drawer = drawer): Kept[] {
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

export function seatAt(table: string, storage: Drawer = drawer): Kept | null {
  return seats(storage).find((kept) => kept.table === table) ?? null;
}

/** Keep a seat, first of all; the oldest are forgotten. */
export function keepSeat(seat: Kept, storage: Drawer = drawer): void {
  const others = seats(storage).filter(({ table }) => table !== seat.table);
  storage.setItem(KEY, JSON.stringify([seat, ...others].slice(0, MOST)));
}

/** Sit at another table with what one has at this one, as at a rematch, where the secrets are the same. */
export function followTo(rematch: string, table: string, storage: Drawer = drawer): void {
  const seat = seatAt(table, storage);
  if (seat !== null && seatAt(rematch, storage) === null) {
    keepSeat({ ...seat, table: rematch, at: Date.now() }, storage);
  }
}

export function forgetSeat(table: string, storage: Drawer = drawer): void {
  storage.setItem(KEY, JSON.stringify(seats(storage).filter((kept) => kept.table !== table)));
}

/** What the person calls themselves. */
export function keptName(storage: Drawer = drawer): string {
  return storage.getItem(NAME) ?? "";
}

export function keepName(name: string, storage: Drawer = drawer): void {
  storage.setItem(NAME, name);
}
