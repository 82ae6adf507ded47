/** Those who play at this device: each of them has a seat and a connection of their own. */
import { isRefused, type Connection } from "../connection/connection";
import { LiveTable } from "../connection/table.svelte";
import { ownNonce, socketAddress } from "../server/api";
import type { Beside } from "../server/seats";
import type { Order, Place, Seat } from "../wire";

/** The others besides whoever opened the page. */
export class Company {
  readonly tables: ReadonlyMap<Seat, LiveTable>;
  /** What all at the device may see together: a spectator's table, since what a seat is told is for its owner alone. */
  readonly watcher: LiveTable | null;

  constructor(table: string, beside: readonly Beside[]) {
    this.tables = new Map(beside.map(({ seat, token }) => [seat, new LiveTable(socketAddress(table), token)]));
    this.watcher = beside.length === 0 ? null : new LiveTable(socketAddress(table), null);
  }

  get seats(): Seat[] {
    return [...this.tables.keys()];
  }

  leave(): void {
    this.tables.forEach((table) => table.leave());
    this.watcher?.leave();
  }

  /** Give the seats up. */
  giveUp(): void {
    this.tables.forEach((table) => table.ask({ type: "leave" }));
  }

  /** Those for whom a bot plays decide again themselves. */
  comeBack(): void {
    this.tables.forEach(comeBack);
  }

  /** They are ready for whatever the host arranges: they sit beside the host. */
  beReady(): void {
    this.tables.forEach((table, seat) => {
      const { sequence, table: seen } = table.now;
      if (seen?.stage === "lobby" && seen.seats[seat]?.ready === false && mayAsk(table.now, "ready")) {
        table.ask({ type: "ready", ready: true, seen: sequence, nonce: ownNonce(seen.id) });
      }
    });
  }
}

/** Decide again oneself, if a bot stands in because one was away: whoever looks at the table is back. */
export function comeBack(table: LiveTable): void {
  if (standIn(table.now) === "away" && mayAsk(table.now, "take_back") && document.visibilityState === "visible") {
    table.ask({ type: "take_back" });
  }
}

/** Why a bot decides for whoever looks; null: none does, for when the game is over nobody decides. */
export function standIn({ you, table }: Connection): Place["stood_in_for"] {
  return you.seat === null || table?.stage !== "playing" ? null : (table.seats[you.seat]?.stood_in_for ?? null);
}

/** Whether the page may ask this by itself: once, and not again as long as the answer would be the same. */
export function mayAsk(now: Connection, type: Order["type"]): boolean {
  return now.link === "live" && !now.unconfirmed.some((order) => order.type === type) && !isRefused(now, type);
}
