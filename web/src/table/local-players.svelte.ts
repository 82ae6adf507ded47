/** The other people who play at this device. Each of them has a seat and a connection. */
import { isRefused, type Connection } from "../connection/connection";
import { LiveTable } from "../connection/table.svelte";
import { socketAddress } from "../server/api";
import type { LocalSeat } from "../server/seats";
import type { Order, Place, Seat } from "../wire";
import { readyOrder } from "./lobby";

/** The people at this device besides the one who opened the page. */
export class LocalPlayers {
  readonly tables: ReadonlyMap<Seat, LiveTable>;
  /** A spectator's connection, for what everybody at the device may see together. Null: there are no local players. */
  readonly spectator: LiveTable | null;

  constructor(table: string, localSeats: readonly LocalSeat[]) {
    this.tables = new Map(localSeats.map(({ seat, token }) => [seat, new LiveTable(socketAddress(table), token)]));
    this.spectator = localSeats.length === 0 ? null : new LiveTable(socketAddress(table), null);
  }

  get seats(): Seat[] {
    return [...this.tables.keys()];
  }

  /** Close all connections. */
  disconnect(): void {
    this.tables.forEach((table) => table.disconnect());
    this.spectator?.disconnect();
  }

  /** Give up all seats. */
  leaveSeats(): void {
    this.tables.forEach((table) => table.submit({ type: "leave" }));
  }

  /** Take every seat back in which a bot stands in. */
  takeBackSeats(): void {
    this.tables.forEach(takeBackSeat);
  }

  /** Mark all as ready for whatever the host arranges, since they sit beside the host. */
  markReady(): void {
    this.tables.forEach((table, seat) => {
      const { sequence, table: seen } = table.connection;
      if (seen?.stage === "lobby" && seen.seats[seat]?.ready === false && maySubmit(table.connection, "ready")) {
        table.submit(readyOrder(seen.id, sequence));
      }
    });
  }
}

/** Take the seat back if a bot stands in because the player was away: a player who looks at the table has returned. */
export function takeBackSeat(table: LiveTable): void {
  const { connection } = table;
  const isVisible = document.visibilityState === "visible";
  if (isVisible && standInReason(connection) === "away" && maySubmit(connection, "take_back")) {
    table.submit({ type: "take_back" });
  }
}

/** Return why a bot decides for the viewer. Null: none does, or the game is over and nobody decides. */
export function standInReason({ you, table }: Connection): Place["stood_in_for"] {
  return you.seat === null || table?.stage !== "playing" ? null : (table.seats[you.seat]?.stood_in_for ?? null);
}

/** Return whether the page may submit such an order unasked: not while one is under way or would be refused again. */
export function maySubmit(connection: Connection, type: Order["type"]): boolean {
  const isUnderWay = connection.unconfirmed.some((order) => order.type === type);
  return connection.link === "live" && !isUnderWay && !isRefused(connection, type);
}
