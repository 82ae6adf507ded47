/** Which of the tables that this browser has a seat at still are, with that seat. */
import type { Found } from "../wire";
import { Refusal } from "./api";
import type { Kept } from "./seats";

export interface Standing {
  kept: Kept;
  /** The table as it is; null: the server did not say. */
  found: Found | null;
}

/** The seats that can be gone back to; `forget` is told of the others. */
export async function stillThere(
  seats: readonly Kept[],
  find: (table: string) => Promise<Found>,
  forget: (table: string) => void,
): Promise<Standing[]> {
  const standings = await Promise.all(
    seats.map(async (kept): Promise<Standing | null> => {
      try {
        const found = await find(kept.table);
        return isGone(kept, found) ? null : { kept, found };
      } catch (error) {
        // A server that does not answer now says nothing about the table.
        return error instanceof Refusal && error.code === "no-such-table" ? null : { kept, found: null };
      }
    }),
  );
  seats.filter((_, number) => standings[number] === null).forEach(({ table }) => forget(table));
  return standings.filter((standing) => standing !== null);
}

function isGone({ seat, name }: Kept, { table }: Found): boolean {
  const place = seat === undefined ? undefined : table.seats[seat];
  const isElsewhere = place?.stood_in_for === "left" || place?.stood_in_for === "removed";
  return table.stage === "closed" || isElsewhere || (place !== undefined && name !== undefined && place.name !== name);
}
