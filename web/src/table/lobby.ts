/** What the lobby knows about its table. */
import type { TableView } from "../wire";

/** Whether the game can begin: every seat is taken, and everybody but the host has said so. */
export function mayStart({ stage, seats, host }: Pick<TableView, "stage" | "seats" | "host">): boolean {
  return (
    stage === "lobby" &&
    seats.every(({ name, bot, ready }, seat) => name !== null && (bot !== null || ready || seat === host))
  );
}
