/** The state of a table before the game. */
import type { Connection } from "../connection/connection";
import type { NewOrder } from "../connection/table.svelte";
import { ownNonce } from "../server/api";
import type { Arrange, Order, TableView } from "../wire";

/** Return whether the game can start: every seat is taken, and everybody but the host is ready. */
export function mayStart({ stage, seats, host }: Pick<TableView, "stage" | "seats" | "host">): boolean {
  return (
    stage === "lobby" &&
    seats.every(({ name, bot, ready }, seat) => name !== null && (bot !== null || ready || seat === host))
  );
}

/** Return the order that declares the player ready, with the nonce for the deal. */
export function readyOrder(table: string, seen: number, ready = true): NewOrder {
  return { type: "ready", ready, seen, nonce: ownNonce(table) };
}

/** Return the orders with which the host starts the game. At a rematch, the host's nonce has not been sent yet. */
export function startOrders({ table, you, sequence }: Pick<Connection, "table" | "you" | "sequence">): NewOrder[] {
  const needsNonce = table?.rematch_of != null && you.seat !== null && table.seats[you.seat]?.ready === false;
  return [...(needsNonce ? [readyOrder(table.id, sequence)] : []), { type: "start" }];
}

/** Return the latest arrangement that the server has not confirmed. Null: there is none. */
export function wantedIn(unconfirmed: readonly Order[]): Pick<Arrange, "arrangement" | "settings"> | null {
  const order = unconfirmed.findLast((each) => each.type === "arrange");
  return order === undefined ? null : { arrangement: order.arrangement, settings: order.settings };
}
