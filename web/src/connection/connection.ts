/**
 * The connection to a table as a state machine without a network: an input leads to a new state and to effects. An order that
 * the server has not confirmed is kept and sent again under the same id. So a lost network or a restarted server neither loses
 * it nor carries it out twice.
 */
import {
  PROTOCOL,
  type Arrangement,
  type Event,
  type Message,
  type Order,
  type Private,
  type Public,
  type Refused,
  type Substitution,
  type ClientMessage,
  type TableView,
  type ServerMessage,
  type You,
} from "../wire";

export type Link = "connecting" | "greeting" | "live" | "waiting" | "ended";

/** A refused order. */
export interface Refusal extends Refused {
  /** The type of the order. Null: the server could not read it. */
  readonly of: Order["type"] | null;
}

/** Everything the page knows about its table. */
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
  /** The decisions that a bot took for a person. */
  readonly substitutions: readonly Substitution[];
  /** The events of the latest message, for animations and announcements. */
  readonly news: readonly Event[];
  /** Orders that are not confirmed yet, oldest first. */
  readonly unconfirmed: readonly Order[];
  /** The latest refusal, until the player does something else. Null: none. */
  readonly refusal: Refusal | null;
  /** Why the server closed the connection for good. Null: it did not. */
  readonly ending: { code: string; reason: string } | null;
  /** The number of failed attempts to connect since the last successful one. */
  readonly failures: number;
  /** The latest round-trip time in milliseconds. Null: not measured yet. */
  readonly delay: number | null;
  /** How many people watch the table, as far as the server knows. */
  readonly watchers: number;
  /** The server's clock minus this browser's, in milliseconds, by the latest measurement. */
  readonly offset: number;
  /** The number of pings sent. */
  readonly pings: number;
  /** When the unanswered ping was sent. Null: none is unanswered. */
  readonly pingedAt: number | null;
}

export type Input =
  | { what: "opened" }
  | { what: "received"; message: ServerMessage; at: number }
  | { what: "lost"; chance: number }
  | { what: "due"; timer: Timer; at: number }
  | { what: "asked"; order: Order }
  /** The player has seen the refusal. */
  | { what: "refusal-dismissed" }
  /** The network has changed, or the page is visible again, so the connection may be broken. */
  | { what: "woken"; at: number }
  | { what: "left" };

export type Timer = "reconnect" | "resend" | "ping" | "timeout";

export type Effect =
  | { what: "open" }
  | { what: "close" }
  | { what: "send"; message: ClientMessage }
  | { what: "wait"; timer: Timer; milliseconds: number }
  | { what: "cancel"; timer: Timer };

export type Step = [Connection, Effect[]];

export const PING_INTERVAL_MS = 15_000;
export const PONG_TIMEOUT_MS = 8_000;
/** How long the server may take to answer `hello` with `welcome`. */
export const WELCOME_TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 15_000;

/** Refusals that only mean "not now": the order is kept and sent again after a moment. */
const TRANSIENT_CODES = new Set(["try-again", "too-fast"]);
const RESEND_DELAY_MS = 1_000;

/** Return the initial state and its effects. `token` is the seat's secret; a spectator has none. */
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
    substitutions: [],
    news: [],
    unconfirmed: [],
    refusal: null,
    ending: null,
    failures: 0,
    delay: null,
    watchers: 0,
    offset: 0,
    pings: 0,
    pingedAt: null,
  };
  return [connection, open()];
}

/** Return the state after an input, and what has to be done. */
export function step(now: Connection, input: Input): Step {
  switch (input.what) {
    case "opened":
      return [{ ...now, link: "greeting" }, [send({ type: "hello", token: now.token, protocol: PROTOCOL })]];
    case "received":
      return now.link === "ended" ? [now, []] : received(now, input.message, input.at);
    case "lost":
      return lost(now, input.chance);
    case "due":
      return due(now, input.timer, input.at);
    case "asked":
      return asked(now, input.order);
    case "refusal-dismissed":
      return [{ ...now, refusal: null }, []];
    case "woken":
      return woken(now, input.at);
    case "left":
      return [{ ...now, link: "ended" }, [{ what: "close" }, ...cancelAll()]];
  }
}

/** Return the milliseconds until the next attempt: exponential backoff with jitter. */
export function retryAfter(failures: number, chance: number): number {
  const whole = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return Math.round(whole * (0.5 + chance / 2));
}

/** Return whether a decision of the player is not confirmed yet. */
export function isDeciding(connection: Connection): boolean {
  return connection.unconfirmed.some(({ type }) => type === "act");
}

/** Return the latest refusal if it is about a decision. */
export function refusedDecision({ refusal }: Connection): Refusal | null {
  return refusal?.of === "act" ? refusal : null;
}

/** Return whether the seat has been given up. If the server refuses to give it up, it was already gone. */
export function hasLeft({ ending, refusal }: Connection): boolean {
  return ending !== null || refusal?.of === "leave";
}

const SEAT_LOST = ["not-yours", "removed", "left"];

/** Return whether the server closed the connection because the player no longer has the seat. */
export function isSeatLost({ code }: { code: string }): boolean {
  return SEAT_LOST.includes(code);
}

/** Return whether such an order was refused and would be refused again: it was not stale, and nothing has happened since. */
export function isRefused({ refusal, sequence }: Connection, type: Order["type"]): boolean {
  return refusal?.of === type && refusal.code !== "stale" && refusal.sequence >= sequence;
}

function received(now: Connection, message: ServerMessage, at: number): Step {
  switch (message.type) {
    case "welcome": {
      const { you, sequence, table, arrangement, chat, history, substitutions = [] } = message;
      const views = { public: message.public ?? null, private: message.private ?? null };
      const parts = { you, sequence, table, arrangement, chat, history, substitutions, news: [], ...views };
      const resent = now.unconfirmed.map((order) => send(order));
      return [{ ...now, ...parts, link: "live", failures: 0, pingedAt: null }, [...resent, wait("ping", 0)]];
    }
    case "update": {
      if (message.sequence <= now.sequence) {
        return [now, []]; // a duplicate
      }
      const news = message.events ?? [];
      const parts = {
        you: message.you ?? now.you,
        table: message.table ?? now.table,
        arrangement: message.arrangement ?? now.arrangement,
        chat: [...now.chat, ...(message.said ?? [])],
        history: [...now.history, ...news],
        substitutions:
          message.decided_by === undefined
            ? now.substitutions
            : [...now.substitutions, { events: now.history.length, by: message.decided_by }],
        news,
      };
      return [{ ...withViews(now, message), ...parts }, []];
    }
    case "done":
      return [{ ...now, unconfirmed: without(now.unconfirmed, message.id) }, []];
    case "refused": {
      if (TRANSIENT_CODES.has(message.code)) {
        return [withViews(now, message), [wait("resend", RESEND_DELAY_MS)]];
      }
      const of = now.unconfirmed.find(({ id }) => id === message.id)?.type ?? null;
      const unconfirmed = without(now.unconfirmed, message.id);
      return [{ ...withViews(now, message), unconfirmed, refusal: { ...message, of } }, []];
    }
    case "pong": {
      if (message.n !== now.pings || now.pingedAt === null) {
        return [now, []]; // the answer to an earlier ping
      }
      const delay = Math.max(0, at - now.pingedAt); // the clock may have been set back
      const watchers = message.watchers ?? 0;
      const measured = { watchers, delay, offset: message.at - (at - delay / 2), pingedAt: null };
      // The first measurement is reported soon; later ones go with the next regular ping.
      const reporting = now.delay === null ? [wait("ping", RESEND_DELAY_MS)] : [];
      return [{ ...now, ...measured }, [{ what: "cancel", timer: "timeout" }, ...reporting]];
    }
    case "goodbye": {
      const { code, reason, again_after: seconds } = message;
      return seconds === null
        ? [{ ...now, link: "ended", ending: { code, reason } }, [{ what: "close" }, ...cancelAll()]]
        : [{ ...now, link: "waiting" }, [{ what: "close" }, ...cancelAll(), wait("reconnect", seconds * 1000)]];
    }
  }
}

function withViews(now: Connection, message: Pick<Refused, "sequence" | "public" | "private">): Connection {
  if (message.sequence < now.sequence) {
    return now; // older than the current view
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
  return [{ ...now, link: "waiting", failures }, [...cancelAll(), wait("reconnect", pause)]];
}

function due(now: Connection, timer: Timer, at: number): Step {
  switch (timer) {
    case "reconnect":
      return now.link === "waiting" ? [{ ...now, link: "connecting" }, open()] : [now, []];
    case "resend":
      return now.link === "live" ? [now, now.unconfirmed.map((order) => send(order))] : [now, []];
    case "ping": {
      if (now.link !== "live") {
        return [now, []];
      }
      const n = now.pings + 1;
      const asking: Effect[] = [
        send({ type: "ping", n, delay: now.delay }),
        wait("timeout", PONG_TIMEOUT_MS),
        wait("ping", PING_INTERVAL_MS),
      ];
      return [{ ...now, pings: n, pingedAt: at }, asking];
    }
    case "timeout": {
      const isUnanswered = now.link === "live" ? now.pingedAt !== null : isArriving(now);
      return isUnanswered ? [now, [{ what: "close" }]] : [now, []];
    }
  }
}

/** Do not wait for a timer: connect at once, or check with a ping that the connection is alive. */
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
  return [{ what: "open" }, wait("timeout", WELCOME_TIMEOUT_MS)];
}

function send(message: ClientMessage): Effect {
  return { what: "send", message };
}

function wait(timer: Timer, milliseconds: number): Effect {
  return { what: "wait", timer, milliseconds };
}

function cancelAll(): Effect[] {
  return [
    { what: "cancel", timer: "reconnect" },
    { what: "cancel", timer: "resend" },
    { what: "cancel", timer: "ping" },
    { what: "cancel", timer: "timeout" },
  ];
}
