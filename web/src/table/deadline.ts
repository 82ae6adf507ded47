/** How long a table waits for somebody before a bot decides in their place. */
import type { Connection } from "../connection/connection";

/** When a bot decides for each seat, by this browser's clock in milliseconds since 1970; null: it does not. */
export function deadlinesOf({ table, offset }: Pick<Connection, "table" | "offset">): (number | null)[] {
  return (table?.seats ?? []).map(({ decision_until, stand_in_at }) => {
    const due = [decision_until, stand_in_at].filter((at) => at !== null);
    return due.length === 0 ? null : Math.min(...due) - offset;
  });
}

/** So many seconds, as a clock shows them. */
export function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
