/** What the lobby knows about its table. */
import type { Arrange, Order, TableView } from "../wire";

/** Whether the game can begin: every seat is taken, and everybody but the host has said so. */
export function mayStart({ stage, seats, host }: Pick<TableView, "stage" | "seats" | "host">): boolean {
  return (
    stage === "lobby" &&
    seats.every(({ name, bot, ready }, seat) => name !== null && (bot !== null || ready || seat === host))
  );
}

/** How the host has arranged the table last, of what the server has not answered yet; null: nothing is under way. */
export function wantedIn(unconfirmed: readonly Order[]): Pick<Arrange, "arrangement" | "settings"> | null {
  const order = unconfirmed.findLast((each) => each.type === "arrange");
  return order === undefined ? null : { arrangement: order.arrangement, settings: order.settings };
}
