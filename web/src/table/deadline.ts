/** Deadlines, after which a bot decides for a player. */
import type { Connection } from "../connection/connection";

/** Return when a bot decides for each seat, in milliseconds since 1970 by this browser's clock. Null: it does not. */
export function deadlinesOf({ table, offset }: Pick<Connection, "table" | "offset">): (number | null)[] {
  return (table?.seats ?? []).map(({ decision_until, stand_in_at }) => {
    const due = [decision_until, stand_in_at].filter((at) => at !== null);
    return due.length === 0 ? null : Math.min(...due) - offset;
  });
}

/** Return seconds as a clock shows them, such as "2:05". */
export function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
