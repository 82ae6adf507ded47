/**
 * What this browser was shown of a game, as a hash chain that is compared with the record after the game. docs/fair-deals.md
 * describes it; `covergames.wire.seen` does the same for other clients.
 */
import { hex } from "../hex";
import type { Event, Private, Public, Seat, ServerMessage, Welcome } from "../wire";
import { canVerify } from "./deal";

export const SEEN_FORMAT = "covergames-seen/1";
const MARK_DIGITS = 8;
const BEFORE_THE_DEAL = -1;

/** One message that showed the game: the step, whether events came with it, and the first digits of the chain after it. */
export type Observation = [step: number, kind: "told" | "shown", mark: string];

export interface Seen {
  format: typeof SEEN_FORMAT;
  table: string;
  /** Null: a spectator. */
  seat: Seat | null;
  observations: Observation[];
  chain: string;
}

/** What a message, or a step of a replay, shows of the game. */
export interface Shown {
  step: number;
  public: Public;
  private?: Private | undefined;
  /** Missing: the game was shown without the events that led to it. */
  events?: readonly Event[] | undefined;
}

/** Where a browser keeps what it saw. */
export interface SeenStorage {
  load(table: string, seat: Seat | null): Seen | null;
  save(seen: Seen): void;
}

/** All observations of the page, one after the other: the browser computes hashes in the background. */
let queue: Promise<void> = Promise.resolve();

/** Wait until everything that was received so far is part of its chain. */
export function seenSettled(): Promise<void> {
  return queue;
}

/** Keeps the chain of one connection. */
export class Witness {
  readonly #storage: SeenStorage;
  #seen: Seen | null = null;
  #sequence = 0;
  #step = BEFORE_THE_DEAL;
  #public: Public | undefined;
  #private: Private | undefined;
  /** The latest content, if it was without events: showing it again adds nothing. */
  #lastShown = "";

  constructor(storage: SeenStorage) {
    this.#storage = storage;
  }

  /** Note what a message shows of the game. Repeated messages are ignored. */
  note(message: ServerMessage): void {
    if (!canVerify()) {
      return;
    }
    if (message.type === "welcome" && message.sequence >= this.#sequence) {
      this.#welcome(message);
    } else if (message.type === "update" && message.sequence > this.#sequence) {
      this.#sequence = message.sequence;
      this.#private = message.private ?? this.#private;
      if (message.public !== undefined) {
        this.#public = message.public;
        this.#step += 1;
        this.#observe(message.events ?? []);
      }
    } else if (message.type === "refused" && message.sequence === this.#sequence && message.public !== undefined) {
      this.#public = message.public;
      this.#private = message.private;
      this.#observe();
    }
  }

  #welcome({ sequence, table, you, decisions, public: shown, private: own }: Welcome): void {
    this.#sequence = sequence;
    const { seat } = you;
    if (this.#seen?.table !== table.id || this.#seen.seat !== seat) {
      const seen: Seen = { format: SEEN_FORMAT, table: table.id, seat, observations: [], chain: "" };
      this.#seen = this.#storage.load(table.id, seat) ?? seen;
    }
    this.#step = decisions ?? BEFORE_THE_DEAL;
    if (decisions !== undefined) {
      this.#public = shown;
      this.#private = own;
      this.#observe();
    }
  }

  #observe(events?: readonly Event[]): void {
    const seen = this.#seen;
    if (this.#public === undefined || seen === null) {
      return;
    }
    const step = this.#step;
    const content = contentOf({ step, public: this.#public, private: this.#private, events });
    if (events === undefined && content === this.#lastShown) {
      return;
    }
    this.#lastShown = events === undefined ? content : "";
    queue = queue.then(async () => {
      seen.chain = await nextLink(seen.chain || (await firstLink(seen)), content);
      seen.observations.push([step, events === undefined ? "shown" : "told", markOf(seen.chain)]);
      this.#storage.save(seen);
    });
  }
}

/** Return the first step that a replay shows otherwise than this browser saw it. Null: all are the same. */
export async function firstDifference(seen: Seen, steps: readonly Omit<Shown, "step">[]): Promise<number | null> {
  let chain = await firstLink(seen);
  let last = 0;
  for (const [step, kind, mark] of seen.observations) {
    const shown = step < last ? undefined : steps[step];
    if (shown === undefined) {
      return Math.min(step, steps.length);
    }
    chain = await nextLink(chain, contentOf({ ...shown, step, events: kind === "told" ? shown.events : undefined }));
    if (markOf(chain) !== mark) {
      return step;
    }
    last = step;
  }
  return seen.observations.length > 0 && chain !== seen.chain ? last : null;
}

/** Return the steps that were not seen, from the first one that was seen on, as ranges with both ends. */
export function unseenSteps({ observations }: Seen, steps: number): [first: number, last: number][] {
  const seen = new Set(observations.map(([step]) => step));
  const ranges: [number, number][] = [];
  for (let step = Math.min(...seen); step < steps; step++) {
    const range = ranges.at(-1);
    if (!seen.has(step)) {
      if (range?.[1] === step - 1) {
        range[1] = step;
      } else {
        ranges.push([step, step]);
      }
    }
  }
  return ranges;
}

/** Return what an observation adds to the chain. Legal actions are left out: they follow from the rest. */
function contentOf({ step, public: shown, private: own, events }: Shown): string {
  const { legal: _, ...secret } = own ?? { legal: [] };
  return canonical({ step, public: shown, private: own && secret, events });
}

/** Return JSON in the one form of RFC 8785: with sorted keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function firstLink({ table, seat }: Seen): Promise<string> {
  return digest(new Uint8Array(), canonical({ format: SEEN_FORMAT, seat, table }));
}

function nextLink(chain: string, content: string): Promise<string> {
  return digest(
    Uint8Array.from(chain.match(/../g) ?? [], (byte) => parseInt(byte, 16)),
    content,
  );
}

/** Return the SHA-256 of bytes followed by a text, in hexadecimal. */
export async function digest(before: Uint8Array, content: string): Promise<string> {
  const added = new TextEncoder().encode(content);
  const bytes = new Uint8Array(before.length + added.length);
  bytes.set(before);
  bytes.set(added, before.length);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

function markOf(chain: string): string {
  return chain.slice(0, MARK_DIGITS);
}
