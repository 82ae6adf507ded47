/** The others who play at this device: each has a seat and a connection of their own. */
import { LiveTable } from "../connection/table.svelte";
import { socketAddress } from "../server/api";
import type { Beside } from "../server/seats";
import type { Seat } from "../wire";

export class Company {
  readonly tables: ReadonlyMap<Seat, LiveTable>;

  constructor(table: string, beside: readonly Beside[]) {
    this.tables = new Map(beside.map(({ seat, token }) => [seat, new LiveTable(socketAddress(table), token)]));
  }

  get seats(): Seat[] {
    return [...this.tables.keys()];
  }

  leave(): void {
    this.tables.forEach((table) => table.leave());
  }

  /** Give the seats up. */
  giveUp(): void {
    this.tables.forEach((table) => table.ask({ type: "leave" }));
  }

  /** Whether a bot plays for one of them. */
  get isStoodInFor(): boolean {
    return [...this.tables].some(([seat, { now }]) => (now.table?.seats[seat]?.stood_in_for ?? null) !== null);
  }

  takeBack(): void {
    this.tables.forEach((table, seat) => {
      if ((table.now.table?.seats[seat]?.stood_in_for ?? null) !== null) {
        table.ask({ type: "take_back" });
      }
    });
  }

  /** They are ready for whatever the host arranges: they sit beside the host. */
  beReady(): void {
    this.tables.forEach((table, seat) => {
      const { link, sequence, unconfirmed, refusal, table: seen } = table.now;
      const isAsked = link === "live" && seen?.stage === "lobby" && seen.seats[seat]?.ready === false;
      if (isAsked && unconfirmed.length === 0 && refusal === null) {
        table.ask({ type: "ready", ready: true, seen: sequence, nonce: null });
      }
    });
  }
}
