/** The latest chat message of somebody else, until it is dismissed. */
import { untrack } from "svelte";
import type { Connection } from "../connection/connection";
import type { Message, Seat, You } from "../wire";
import { latestIn } from "./chat";

/** Return the latest message that somebody else wrote after the one with this number. Null: there is none. */
export function newMessage(chat: readonly Message[], after: number, you: You): Message | null {
  // A message without a seat is that of a host without a seat.
  const isOwn = (seat: Seat | null): boolean => seat === you.seat && (seat !== null || you.host);
  const written = chat.filter(({ sequence, seat, notice }) => sequence > after && notice === null && !isOwn(seat));
  return written.at(-1) ?? null;
}

/** Create it while the page is created. */
export class ChatNews {
  #message = $state.raw<Message | null>(null);
  /** The latest message that was seen. Null: the page is not connected yet; earlier messages are no news. */
  #seen: number | null = null;

  constructor(connection: () => Connection | null) {
    $effect(() => {
      const now = connection();
      if (now?.table) {
        untrack(() => this.#take(now));
      }
    });
  }

  /** The message, with its author. Null: none. */
  get latest(): string | null {
    return this.#message && `${this.#message.name}: ${this.#message.text}`;
  }

  dismiss(): void {
    this.#message = null;
  }

  #take({ chat, you }: Connection): void {
    if (this.#seen !== null) {
      this.#message = newMessage(chat, this.#seen, you) ?? this.#message;
    }
    this.#seen = latestIn(chat);
  }
}
