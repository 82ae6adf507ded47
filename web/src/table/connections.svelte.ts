/** The connections of one page to a table, from taking a seat to leaving it. */
import { onDestroy } from "svelte";
import { hasLeft, isSeatLost, type Connection } from "../connection/connection";
import { LiveTable } from "../connection/table.svelte";
import { router } from "../router.svelte";
import { socketAddress } from "../server/api";
import { forgetSeat, savedSeat } from "../server/seats";
import type { Seat } from "../wire";
import { LocalPlayers, takeBackSeat } from "./local-players.svelte";

/** Create it while the page is created: it closes its connections when the page is left. */
export class TableConnections {
  /** The connection of the person who opened the page, with a seat or as a spectator. Null: they have not joined yet. */
  own = $state.raw<LiveTable | null>(null);
  readonly local: LocalPlayers;
  /** Whether the seats are being given up; they are given up once the server has confirmed it. */
  isLeaving = $state(false);
  /** Why the server took the seat away. Null: it did not. */
  lostSeat = $state.raw<Connection["ending"]>(null);
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
    const saved = savedSeat(id);
    this.local = new LocalPlayers(id, saved?.localSeats ?? []);
    if (saved !== null) {
      this.join(saved.token);
    }
    $effect(() => this.local.markReady());
    $effect(() => {
      this.local.takeBackSeats();
      if (this.own !== null) {
        takeBackSeat(this.own);
      }
    });
    $effect(() => this.#goHomeAfterLeaving());
    $effect(() => this.#noticeLostSeat());
    onDestroy(() => this.#disconnect());
  }

  /** The connections of everybody at this device, by seat. */
  get bySeat(): ReadonlyMap<Seat, LiveTable> {
    const seat = this.own?.connection.you.seat ?? null;
    return this.own === null || seat === null ? this.local.tables : new Map([[seat, this.own], ...this.local.tables]);
  }

  /** Connect with a seat's token, or as a spectator without one. */
  join(token: string | null): void {
    this.own = new LiveTable(socketAddress(this.#id), token);
  }

  /** Give up the seats of everybody at this device. */
  leave(): void {
    this.isLeaving = true;
    this.own?.submit({ type: "leave" });
    this.local.leaveSeats();
  }

  /** Go home. After the start of the game the seat is saved, because the player may take it back. */
  #goHomeAfterLeaving(): void {
    if (this.isLeaving && [...this.bySeat.values()].every(({ connection }) => hasLeft(connection))) {
      if (!this.#hasStarted) {
        forgetSeat(this.#id);
      }
      router.go("/");
    }
  }

  /** Forget a seat that the server has taken away, so that the person can take another one or watch. */
  #noticeLostSeat(): void {
    const ending = this.own?.connection.ending ?? null;
    const mayComeBack = ending?.code === "left" && this.#hasStarted;
    if (!this.isLeaving && ending !== null && isSeatLost(ending) && !mayComeBack) {
      forgetSeat(this.#id);
      this.#disconnect();
      this.lostSeat = ending;
      this.own = null;
    }
  }

  get #hasStarted(): boolean {
    return this.own !== null && this.own.connection.public !== null;
  }

  #disconnect(): void {
    this.own?.disconnect();
    this.local.disconnect();
  }
}
