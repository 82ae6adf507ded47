/** The player's own pile between this browser and the server: shown at once, sent as soon as possible (laying.ts). */
import { untrack } from "svelte";
import type { Action, Refused } from "../wire";
import { changed, due, refused, remaining, SETTLED, type Laying } from "./laying";
import type { Pile } from "./pile";
import { TICK_MS } from "./round-clock.svelte";

/** What the server says, and how to send something to it. */
export interface PileServer {
  pile: Pile;
  /** Whether the pile may be changed: the round is being played, and the player is not locked. */
  isOpen: boolean;
  isLive: boolean;
  /** Whether a decision is not confirmed yet. */
  isDeciding: boolean;
  refusal: Refused | null;
  decide: (action: Action) => void;
}

/** Call the constructor while a component is created. */
export class OwnPile {
  #laying = $state.raw<Laying>(SETTLED);
  #attempts = $state(0);
  readonly #server: () => PileServer;

  constructor(server: () => PileServer) {
    this.#server = server;
    let handledRefusal: string | null = null;
    // After every answer of the server, send what is still to be sent, or accept the server's pile.
    $effect(() => {
      void this.#attempts;
      const { pile, isOpen, isLive, isDeciding, refusal } = this.#server();
      const id = refusal?.id ?? null;
      const isNew = id !== null && id !== handledRefusal;
      handledRefusal = id ?? handledRefusal;
      let current = untrack(() => this.#laying);
      if (isNew && refusal?.code === "countdown") {
        // This browser's clock is slightly ahead of the server's.
        const again = setTimeout(() => (this.#attempts += 1), TICK_MS);
        return () => clearTimeout(again);
      }
      if (isNew) {
        this.#laying = current = refused(current);
      }
      if (!isOpen) {
        if (!isDeciding) {
          this.#laying = SETTLED;
        }
      } else if (isLive) {
        const [next, steps] = due(current, pile, isDeciding);
        this.#laying = next;
        untrack(() => this.#send(steps));
      }
      return undefined;
    });
  }

  /** The pile as the player has laid it. */
  get pile(): Pile {
    return this.#laying.wanted ?? this.#server().pile;
  }

  change(to: Pile): void {
    this.#laying = changed(this.#laying, to);
    this.#attempts += 1;
  }

  /** Lock the pile, after sending the moves that are still to be sent. */
  lock(event: "flip" | "done"): void {
    const [next, steps] = remaining(this.#laying, this.#server().pile);
    this.#laying = next;
    this.#send([...steps, { event }]);
  }

  #send(steps: readonly Action[]): void {
    steps.forEach((step) => this.#server().decide(step));
  }
}
