/** The tables at which this browser still has a seat. */
import type { Found } from "../wire";
import { ServerError } from "./api";
import type { SavedSeat } from "./seats";

export interface SavedTable {
  seat: SavedSeat;
  /** The table as it is now. Null: the server did not answer. */
  found: Found | null;
}

/** Return the tables whose seat this browser still has, and call `forget` for the others. */
export async function findSavedTables(
  seats: readonly SavedSeat[],
  find: (table: string) => Promise<Found>,
  forget: (table: string) => void,
): Promise<SavedTable[]> {
  const tables = await Promise.all(
    seats.map(async (seat): Promise<SavedTable | null> => {
      try {
        const found = await find(seat.table);
        return isLost(seat, found) ? null : { seat, found };
      } catch (error) {
        // A server that does not answer now says nothing about the table.
        return error instanceof ServerError && error.code === "no-such-table" ? null : { seat, found: null };
      }
    }),
  );
  seats.filter((_, index) => tables[index] === null).forEach(({ table }) => forget(table));
  return tables.filter((table) => table !== null);
}

/** Return whether the game is over, as far as this browser knows. */
export function isOver({ seat, found }: SavedTable): boolean {
  return found === null ? seat.isOver === true : found.table.stage === "over";
}

/** Return whether a bot plays for the person until they take the seat back. */
export function isStoodIn({ seat: { seat }, found }: SavedTable): boolean {
  const place = seat === undefined ? undefined : found?.table.seats[seat];
  return found?.table.stage === "playing" && (place?.stood_in_for === "left" || place?.stood_in_for === "away");
}

/** Return whether the table is closed, or the seat belongs to somebody else. */
function isLost({ seat, name }: SavedSeat, { table }: Found): boolean {
  const place = seat === undefined ? undefined : table.seats[seat];
  const isRemoved = place?.stood_in_for === "removed";
  return table.stage === "closed" || isRemoved || (place !== undefined && name !== undefined && place.name !== name);
}
