/** The seats that this browser has, with their secret tokens. They are stored nowhere else. */
import type { GameId } from "../games/client";
import { browserStorage, tabStorage, readSaved, save, type KeyValueStorage } from "../storage";

export interface SavedSeat {
  table: string;
  token: string;
  game: GameId;
  title: string;
  /** When the seat was taken, in milliseconds since 1970. */
  at: number;
  seat?: number;
  name?: string;
  /** Whether this browser has seen the end of the game. */
  isOver?: boolean;
  /** The seats of the other people at this device. */
  localSeats?: LocalSeat[];
}

/** The seat of another person at this device. */
export interface LocalSeat {
  token: string;
  seat: number;
  name: string;
}

const SEATS_KEY = "covergames.seats";
const WATCHED_KEY = "covergames.watched";
const NAME_KEY = "covergames.name";
const MAX_SAVED_SEATS = 20;

/** Return all seats, the latest first. */
export function savedSeats(storage: KeyValueStorage = browserStorage): SavedSeat[] {
  return (readSaved(SEATS_KEY, Array.isArray, [], storage) as unknown[]).filter(isSavedSeat);
}

function isSavedSeat(value: unknown): value is SavedSeat {
  const seat = value as SavedSeat | null;
  return typeof seat?.table === "string" && typeof seat.token === "string" && typeof seat.at === "number";
}

/** Return the seat at a table. Null: this browser has none. */
export function savedSeat(table: string, storage: KeyValueStorage = browserStorage): SavedSeat | null {
  return savedSeats(storage).find((seat) => seat.table === table) ?? null;
}

/** Save a seat as the latest one. The oldest are forgotten. */
export function saveSeat(seat: SavedSeat, storage: KeyValueStorage = browserStorage): void {
  const others = savedSeats(storage).filter(({ table }) => table !== seat.table);
  save(SEATS_KEY, [seat, ...others].slice(0, MAX_SAVED_SEATS), storage);
}

/** Save the seat at `table` for its rematch as well, where the tokens are the same. */
export function copySeat(rematch: string, table: string, storage: KeyValueStorage = browserStorage): void {
  const seat = savedSeat(table, storage);
  if (seat !== null && savedSeat(rematch, storage) === null) {
    saveSeat({ ...seat, table: rematch, at: Date.now(), isOver: false }, storage);
  }
}

export function forgetSeat(table: string, storage: KeyValueStorage = browserStorage): void {
  save(
    SEATS_KEY,
    savedSeats(storage).filter((seat) => seat.table !== table),
    storage,
  );
}

/** Remember in this tab that its person watches a table. */
export function rememberWatching(table: string, storage: KeyValueStorage = tabStorage): void {
  storage.setItem(WATCHED_KEY, table);
}

/** Return whether the person at this tab watched the table. */
export function isWatched(table: string, storage: KeyValueStorage = tabStorage): boolean {
  return storage.getItem(WATCHED_KEY) === table;
}

/** Return the name that the person used last. */
export function savedName(storage: KeyValueStorage = browserStorage): string {
  return storage.getItem(NAME_KEY) ?? "";
}

export function saveName(name: string, storage: KeyValueStorage = browserStorage): void {
  storage.setItem(NAME_KEY, name);
}
