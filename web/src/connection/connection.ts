/**
 * The connection to a table as a state machine without a network: what comes in, and what is to be done about it. A choice
 * that the server has not confirmed is kept and sent again with the same id, so that neither a lost network nor a
 * restarted server loses it or carries it out twice.
 */
import type { Arrangement, Event, Message, Order, Private, Public, Refused, Sent, TableView, Told, You } from "../wire";

export type Link = "connecting" | "greeting" | "live" | "waiting" | "ended";

/** An order that was refused, and which: a decision, a word, a seat. */
export interface Refusal extends Refused {
  /** Null: what was refused could not be read. */
  readonly of: Order["type"] | null;
}

/** All that the page knows of its table. */
export interface Connection {
  readonly link: Link;
  readonly token: string | null;
  readonly you: You;
  readonly sequence: number;
  readonly table: TableView | null;
  readonly arrangement: Arrangement | null;
  readonly chat: readonly Message[];
  readonly public: Public | null;
  readonly private: Private | null;
  readonly history: readonly Event[];
  /** What happened with the latest message, for animation and announcement. */
  readonly news: readonly Event[];
  /** Orders that are not confirmed yet, in the order in which they were given. */
  readonly unconfirmed: readonly Order[];
  /** The latest refusal, until the player does something else. */
  readonly refusal: Refusal | null;
  /** Why the server said goodbye for good. */
  readonly ending: { code: string; reason: string } | null;
  /** How often connecting has failed since it last succeeded. */
  readonly failures: number;
  /** Milliseconds there and back, by the latest answer. */
  readonly delay: number | null;
  /** Server time minus ours, by the latest answer. */
  readonly offset: number;
  readonly pings: number;
  /** When the ping that is not answered yet was sent; null: none is under way. */
  readonly pingedAt: number | null;
}

export type Input =
  | { what: "opened" }
  | { what: "received"; message: Told; at: number }
  | { what: "lost"; chance: number }
  | { what: "due"; timer: Timer; at: number }
  | { what: "asked"; order: Order }
  /** The player has seen the refusal and goes on. */
  | { what: "heeded" }
  /** The network has come, gone or changed, or the page is looked at again: the connection may not be what it was. */
  | { what: "woken"; at: number }
  | { what: "left" };

export type Timer = "reconnect" | "again" | "ping" | "silence";

export type Effect =
  | { what: "open" }
  | { what: "close" }
  | { what: "send"; message: Sent }
  | { what: "wait"; timer: Timer; milliseconds: number }
  | { what: "forget"; timer: Timer };

export type Step = [Connection, Effect[]];

export const PING_EVERY = 15_000;
export const SILENCE = 8_000;
/** How long it may take until the server has said welcome. */
export const ARRIVAL = 15_000;
const FIRST_RETRY = 400;
const LONGEST_RETRY = 15_000;

/** Refusals that only mean: not now. The order is kept and sent again after a moment. */
const MOMENTARY = new Set(["try-again", "too-fast"]);
const MOMENT = 1_000;

/** Before anything has happened; `token` is the seat's secret, null for a spectator. */
export function connecting(token: string | null): Step {
  const connection: Connection = {
    link: "connecting",
    token,
    you: { seat: null, host: false },
    sequence: 0,
    table: null,
    arrangement: null,
    chat: [],
    public: null,
    private: null,
    history: [],
    news: [],
    unconfirmed: [],
    refusal: null,
    ending: null,
    failures: 0,
    delay: null,
    offset: 0,
    pings: 0,
    pingedAt: null,
  };
  return [connection, open()];
}

/** What follows from an input. */
export function step(now: Connection, input: Input): Step {
  switch (input.what) {
    case "opened":
      return [{ ...now, link: "greeting" }, [send({ type: "hello", token: now.token })]];
    case "received":
      return now.link === "ended" ? [now, []] : received(now, input.message, input.at);
    case "lost":
      return lost(now, input.chance);
    case "due":
      return due(now, input.timer, input.at);
    case "asked":
      return asked(now, input.order);
    case "heeded":
      return [{ ...now, refusal: null }, []];
    case "woken":
      return woken(now, input.at);
    case "left":
      return [{ ...now, link: "ended" }, [{ what: "close" }, ...forgetAll()]];
  }
}

/** How long to wait before trying again: longer after each failure, never quite the same for two players. */
export function retryAfter(failures: number, chance: number): number {
  const whole = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(failures, 10));
  return Math.round(whole * (0.5 + chance / 2));
}

/** Whether the player's decision is on its way and not confirmed. */
export function isDeciding(connection: Connection): boolean {
  return connection.unconfirmed.some(({ type }) => type === "act");
}

/** Why the player's decision was refused; null: it was not, or something else was. */
export function refusedDecision({ refusal }: Connection): Refusal | null {
  return refusal?.of === "act" ? refusal : null;
}

/** Whether the seat has been given up; that it cannot be given up means that it was gone before. */
export function hasLeft({ ending, refusal }: Connection): boolean {
  return ending !== null || refusal?.of === "leave";
}

const SEAT_LOST = ["not-yours", "removed", "left"];

/** Whether the server said goodbye because the seat is somebody else's, or nobody's. */
export function isSeatLost({ code }: { code: string }): boolean {
  return SEAT_LOST.includes(code);
}

/** Whether this was refused, and asking once more would change nothing: it did not come too late, and nothing has happened since. */
export function isRefused({ refusal, sequence }: Connection, type: Order["type"]): boolean {
  return refusal?.of === type && refusal.code !== "stale" && refusal.sequence >= sequence;
}

function received(now: Connection, message: Told, at: number): Step {
  switch (message.type) {
    case "welcome": {
      const { you, sequence, table, arrangement, chat, history } = message;
      const seen = { public: message.public ?? null, private: message.private ?? null };
      const told = { you, sequence, table, arrangement, chat, history, news: [], ...seen };
      const again = now.unconfirmed.map((order) => send(order));
      return [{ ...now, ...told, link: "live", failures: 0, pingedAt: null }, [...again, wait("ping", 0)]];
    }
    case "update": {
      if (message.sequence <= now.sequence) {
        return [now, []]; // told twice
      }
      const news = message.events ?? [];
      const told = {
        you: message.you ?? now.you,
        table: message.table ?? now.table,
        arrangement: message.arrangement ?? now.arrangement,
        chat: [...now.chat, ...(message.said ?? [])],
        history: [...now.history, ...news],
        news,
      };
      return [{ ...seenIn(now, message), ...told }, []];
    }
    case "done":
      return [{ ...now, unconfirmed: without(now.unconfirmed, message.id) }, []];
    case "refused": {
      if (MOMENTARY.has(message.code)) {
        return [seenIn(now, message), [wait("again", MOMENT)]];
      }
      const of = now.unconfirmed.find(({ id }) => id === message.id)?.type ?? null;
      const unconfirmed = without(now.unconfirmed, message.id);
      return [{ ...seenIn(now, message), unconfirmed, refusal: { ...message, of } }, []];
    }
    case "pong": {
      if (message.n !== now.pings || now.pingedAt === null) {
        return [now, []]; // an answer to an earlier question
      }
      const delay = Math.max(0, at - now.pingedAt); // somebody may have set the clock back
      const heard = { delay, offset: message.at - (at - delay / 2), pingedAt: null };
      // The first measurement is told soon; the later ones with the pings that come anyway.
      const telling = now.delay === null ? [wait("ping", MOMENT)] : [];
      return [{ ...now, ...heard }, [{ what: "forget", timer: "silence" }, ...telling]];
    }
    case "goodbye": {
      const { code, reason, again_after: seconds } = message;
      return seconds === null
        ? [{ ...now, link: "ended", ending: { code, reason } }, [{ what: "close" }, ...forgetAll()]]
        : [{ ...now, link: "waiting" }, [{ what: "close" }, ...forgetAll(), wait("reconnect", seconds * 1000)]];
    }
  }
}

function seenIn(now: Connection, message: Pick<Refused, "sequence" | "public" | "private">): Connection {
  if (message.sequence < now.sequence) {
    return now; // older than what we have
  }
  return {
    ...now,
    sequence: message.sequence,
    public: message.public ?? now.public,
    private: message.private ?? now.private,
  };
}

function lost(now: Connection, chance: number): Step {
  if (now.link === "ended" || now.link === "waiting") {
    return [now, []];
  }
  const failures = now.failures + 1;
  const pause = retryAfter(now.failures, chance);
  return [{ ...now, link: "waiting", failures }, [...forgetAll(), wait("reconnect", pause)]];
}

function due(now: Connection, timer: Timer, at: number): Step {
  switch (timer) {
    case "reconnect":
      return now.link === "waiting" ? [{ ...now, link: "connecting" }, open()] : [now, []];
    case "again":
      return now.link === "live" ? [now, now.unconfirmed.map((order) => send(order))] : [now, []];
    case "ping": {
      if (now.link !== "live") {
        return [now, []];
      }
      const n = now.pings + 1;
      const asking: Effect[] = [
        send({ type: "ping", n, delay: now.delay }),
        wait("silence", SILENCE),
        wait("ping", PING_EVERY),
      ];
      return [{ ...now, pings: n, pingedAt: at }, asking];
    }
    case "silence": {
      const isUnanswered = now.link === "live" ? now.pingedAt !== null : isArriving(now);
      return isUnanswered ? [now, [{ what: "close" }]] : [now, []];
    }
  }
}

/** Nobody waits for a timer then: a pause before the next attempt is over, and a connection has to prove itself. */
function woken(now: Connection, at: number): Step {
  if (now.link === "waiting") {
    return due(now, "reconnect", at);
  }
  return now.link === "live" && now.pingedAt === null ? due(now, "ping", at) : [now, []];
}

function isArriving({ link }: Connection): boolean {
  return link === "connecting" || link === "greeting";
}

function asked(now: Connection, order: Order): Step {
  if (now.link === "ended") {
    return [now, []];
  }
  const unconfirmed = [...now.unconfirmed, order];
  return [{ ...now, unconfirmed, refusal: null }, now.link === "live" ? [send(order)] : []];
}

function without(orders: readonly Order[], id: string | null): Order[] {
  return orders.filter((order) => order.id !== id);
}

function open(): Effect[] {
  return [{ what: "open" }, wait("silence", ARRIVAL)];
}

function send(message: Sent): Effect {
  return { what: "send", message };
}

function wait(timer: Timer, milliseconds: number): Effect {
  return { what: "wait", timer, milliseconds };
}

function forgetAll(): Effect[] {
  return [
    { what: "forget", timer: "reconnect" },
    { what: "forget", timer: "again" },
    { what: "forget", timer: "ping" },
    { what: "forget", timer: "silence" },
  ];
}
