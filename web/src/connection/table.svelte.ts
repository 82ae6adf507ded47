/** A table over a WebSocket: carries out the effects of the state machine, and gives its state to the page. */
import { seenStorage } from "../fair/saved-seen";
import { Witness } from "../fair/seen";
import { randomHex } from "../hex";
import type { Order, ServerMessage } from "../wire";
import { connecting, step, type Connection, type Effect, type Input, type Timer } from "./connection";

/** An order without its id. */
export type NewOrder = Order extends infer Any ? (Any extends Order ? Omit<Any, "id"> : never) : never;

/** A connection to a table, for as long as the page needs it. */
export class LiveTable {
  #connection: Connection = $state.raw(connecting(null)[0]);
  #socket: WebSocket | null = null;
  readonly #timers: Partial<Record<Timer, ReturnType<typeof setTimeout>>> = {};
  readonly #address: string;
  /** Notes what the server shows, to compare it with the record after the game. */
  readonly #witness = new Witness(seenStorage());
  readonly #wake = (): void => {
    if (document.visibilityState === "visible") {
      this.#take({ what: "woken", at: Date.now() });
    }
  };

  constructor(address: string, token: string | null) {
    this.#address = address;
    const [connection, effects] = connecting(token);
    this.#connection = connection;
    effects.forEach((effect) => this.#carryOut(effect));
    addEventListener("online", this.#wake);
    // Being offline says nothing about a server on this machine, so the connection is tried.
    addEventListener("offline", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Give the table an order under a new id. The order is sent again until the server answers it. */
  submit(order: NewOrder): void {
    this.#take({ what: "asked", order: { ...order, id: randomHex(12) } });
  }

  /** Clear the latest refusal, because the player has seen it. */
  dismissRefusal(): void {
    if (this.#connection.refusal !== null) {
      this.#take({ what: "refusal-dismissed" });
    }
  }

  /** Close the connection for good. */
  disconnect(): void {
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#take({ what: "left" });
  }

  #take(input: Input): void {
    const [connection, effects] = step(this.#connection, input);
    this.#connection = connection;
    effects.forEach((effect) => this.#carryOut(effect));
  }

  #carryOut(effect: Effect): void {
    switch (effect.what) {
      case "open":
        return this.#open();
      case "close":
        return this.#close();
      case "send":
        if (this.#socket?.readyState === WebSocket.OPEN) {
          this.#socket.send(JSON.stringify(effect.message));
        }
        return;
      case "wait":
        clearTimeout(this.#timers[effect.timer]);
        this.#timers[effect.timer] = setTimeout(
          () => this.#take({ what: "due", timer: effect.timer, at: Date.now() }),
          effect.milliseconds,
        );
        return;
      case "cancel":
        return clearTimeout(this.#timers[effect.timer]);
    }
  }

  /** Close the socket without waiting for the other end, which may be gone. */
  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) {
      socket.close();
      this.#take({ what: "lost", chance: Math.random() });
    }
  }

  #open(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    const isCurrent = (): boolean => this.#socket === socket;
    socket.onopen = () => isCurrent() && this.#take({ what: "opened" });
    socket.onmessage = ({ data }) => {
      if (isCurrent()) {
        const message = JSON.parse(String(data)) as ServerMessage;
        this.#witness.note(message);
        this.#take({ what: "received", message, at: Date.now() });
      }
    };
    socket.onclose = () => {
      if (isCurrent()) {
        this.#socket = null;
        this.#take({ what: "lost", chance: Math.random() });
      }
    };
  }
}
