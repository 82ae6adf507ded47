/** What this browser saves about a table while its page is open. */
import type { Connection } from "../connection/connection";
import { saveCommitment } from "../fair/saved-commitment";
import { copySeat, savedSeat, saveSeat } from "../server/seats";

/** Save the seat as the table shows it, for a rematch too, and the commitment to the deal. Call it while the page is created. */
export function rememberTable(id: string, connection: () => Connection | null): void {
  $effect(() => {
    const seat = connection()?.you.seat ?? null;
    const table = connection()?.table;
    const name = seat === null ? undefined : (table?.seats[seat]?.name ?? undefined);
    const saved = savedSeat(id);
    if (saved !== null && seat !== null && name !== undefined && (saved.seat !== seat || saved.name !== name)) {
      saveSeat({ ...saved, seat, name });
    }
    if (saved !== null && table?.stage === "over" && !saved.isOver) {
      saveSeat({ ...saved, isOver: true });
    }
    if (table?.rematch) {
      copySeat(table.rematch, id);
    }
  });
  // Nobody joins a rematch, so this is where its commitment is first seen.
  $effect(() => {
    const table = connection()?.table;
    if (table?.stage === "lobby") {
      saveCommitment(id, { commitment: table.commitment });
    }
  });
}
