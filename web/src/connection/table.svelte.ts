/** A table over a real WebSocket: carries out what the state machine says, and is read by the page. */
import { randomHex } from "../hex";
import type { Order, Told } from "../wire";
import { connecting, step, type Connection, type Effect, type Input, type Timer } from "./connection";

/** An order without the id that it will be given. */
export type Wish = Order extends infer Any ? (Any extends Order ? Omit<Any, "id"> : never) : never;

/** A table that the page is connected to. */
export class LiveTable {
  #connection: Connection = $state.raw(connecting(null)[0]);
  #socket: WebSocket | null = null;
  #timers = new Map<Timer, ReturnType<typeof setTimeout>>();
  readonly #address: string;
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
    addEventListener("offline", this.#wake); // which says nothing of a server on this machine: the connection is tried
    document.addEventListener("visibilitychange", this.#wake);
  }

  get now(): Connection {
    return this.#connection;
  }

  /** Ask something of the table, under a name that no other order has; it is asked again until there is an answer. */
  ask(wish: Wish): void {
    this.#take({ what: "asked", order: { ...wish, id: randomHex(12) } as Order });
  }

  /** The refusal has been seen. */
  heed(): void {
    if (this.#connection.refusal !== null) {
      this.#take({ what: "heeded" });
    }
  }

  /** Leave the page: no more connections. */
  leave(): void {
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
        clearTimeout(this.#timers.get(effect.timer));
        this.#timers.set(
          effect.timer,
          setTimeout(() => this.#take({ what: "due", timer: effect.timer, at: Date.now() }), effect.milliseconds),
        );
        return;
      case "forget":
        return clearTimeout(this.#timers.get(effect.timer));
    }
  }

  /** Without waiting for the other end to agree, which may be what is missing. */
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
    const isCurrent = () => this.#socket === socket;
    socket.onopen = () => isCurrent() && this.#take({ what: "opened" });
    socket.onmessage = ({ data }) =>
      isCurrent() && this.#take({ what: "received", message: JSON.parse(String(data)) as Told, at: Date.now() });
    socket.onclose = () => {
      if (isCurrent()) {
        this.#socket = null;
        this.#take({ what: "lost", chance: Math.random() });
      }
    };
  }
}
