/** Another game with the same people: the host, or a player while the host is away, opens its table, and everybody can go on to it. */
import { router, tablePath } from "../router.svelte";
import { gameClient } from "../games/registry";
import { copySeat } from "../server/seats";
import type { Arrangement } from "../wire";
import type { TableConnections } from "./connections.svelte";
import { isAlone } from "./players";
import { rememberSetup } from "./setup.svelte";

/** Create it while the page is created. */
export class Rematch {
  /** Whether this page has asked for the new table, which then goes there. */
  isOpening = $state(false);
  readonly #connections: TableConnections;

  constructor(connections: TableConnections) {
    this.#connections = connections;
    $effect(() => this.#goOnceOpen());
  }

  /** What is played next, if it differs: a first game is followed by an ordinary one. */
  get next(): Arrangement | null {
    const arrangement = this.#connections.own?.connection.arrangement ?? null;
    return arrangement && gameClient(arrangement.game).afterFirstGame(arrangement);
  }

  /** Go to the new table; if there is none yet, open it first. */
  playAgain(): void {
    const { own } = this.#connections;
    const rematch = own?.connection.table?.rematch ?? null;
    if (rematch !== null) {
      this.#go(rematch);
    } else if (!this.isOpening) {
      this.isOpening = true;
      own?.submit({ type: "rematch" });
    }
  }

  #goOnceOpen(): void {
    const connection = this.#connections.own?.connection;
    if (this.isOpening && connection?.table?.rematch) {
      this.#go(connection.table.rematch);
    } else if (connection?.refusal?.of === "rematch") {
      this.isOpening = false;
    }
  }

  #go(rematch: string): void {
    const { own, bySeat } = this.#connections;
    const table = own?.connection.table;
    if (table) {
      copySeat(rematch, table.id);
      // Somebody who has left gets no seat at the new table, which then waits for another player.
      const hasFreeSeat = table.seats.some(({ stood_in_for }) => stood_in_for === "left" || stood_in_for === "removed");
      const startsAtOnce = isAlone(table.seats, [...bySeat.keys()]) && !hasFreeSeat;
      rememberSetup({ table: rematch, bots: [], startsAtOnce, isReady: true, arrangement: this.next });
    }
    router.go(tablePath(rematch));
  }
}
