/** The state of a table before the game. */
import type { Arrange, Order, TableView } from "../wire";

/** Return whether the game can start: every seat is taken, and everybody but the host is ready. */
export function mayStart({ stage, seats, host }: Pick<TableView, "stage" | "seats" | "host">): boolean {
  return (
    stage === "lobby" &&
    seats.every(({ name, bot, ready }, seat) => name !== null && (bot !== null || ready || seat === host))
  );
}

/** Return the latest arrangement that the server has not confirmed. Null: there is none. */
export function wantedIn(unconfirmed: readonly Order[]): Pick<Arrange, "arrangement" | "settings"> | null {
  const order = unconfirmed.findLast((each) => each.type === "arrange");
  return order === undefined ? null : { arrangement: order.arrangement, settings: order.settings };
}
