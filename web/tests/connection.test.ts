import { describe, expect, test } from "vitest";
import {
  WELCOME_TIMEOUT_MS,
  connecting,
  hasLeft,
  isDeciding,
  isSeatLost,
  refusedDecision,
  retryAfter,
  PONG_TIMEOUT_MS,
  step,
  type Connection,
  type Effect,
  type Input,
} from "../src/connection/connection";
import { PROTOCOL, type Order, type ServerMessage, type Update } from "../src/wire";
import { history, secret, shown, welcome } from "./welcome";

const act: Order = { type: "act", id: "a", seen: 40, action: { event: "place", cards: ["Ybsq"] } };
const say: Order = { type: "say", id: "b", text: "hello" };

/** Return the connection after these inputs, and the effects of the last one. */
function after(...inputs: Input[]): [Connection, Effect[]] {
  return inputs.reduce<[Connection, Effect[]]>(([now], input) => step(now, input), connecting("secret"));
}

const opened: Input = { what: "opened" };
const lost: Input = { what: "lost", chance: 0 };
const reconnect: Input = { what: "due", timer: "reconnect", at: 0 };

function received(message: ServerMessage, at = 2000): Input {
  return { what: "received", message, at };
}

function asked(order: Order): Input {
  return { what: "asked", order };
}

function sent(effects: Effect[]): unknown[] {
  return effects.flatMap((effect) => (effect.what === "send" ? [effect.message] : []));
}

describe("connecting", () => {
  test("hello with the token is the first message", () => {
    expect(connecting("secret")[1]).toEqual([
      { what: "open" },
      { what: "wait", timer: "timeout", milliseconds: WELCOME_TIMEOUT_MS },
    ]);
    const [now, effects] = after(opened);
    expect(now.link).toBe("greeting");
    expect(sent(effects)).toEqual([{ type: "hello", token: "secret", protocol: PROTOCOL }]);
  });

  test("welcome contains everything", () => {
    const [now] = after(opened, received(welcome));
    expect(now).toMatchObject({ link: "live", sequence: 40, you: { seat: 0 }, public: shown, private: secret });
  });

  test("welcome contains no view before the game", () => {
    const { public: _public, private: _private, ...early } = welcome;
    const [now] = after(opened, received(early));
    expect([now.public, now.private]).toEqual([null, null]);
  });
});

describe("an update", () => {
  const update: Update = { type: "update", sequence: 41, at: 1, events: [{ event: "stayed", seat: 1 }] };

  test("changes only the parts that it contains", () => {
    const [now] = after(opened, received(welcome), received(update));
    expect(now.sequence).toBe(41);
    expect(now.public).toBe(shown);
    expect(now.history).toHaveLength(history.length + 1);
    expect(now.news).toEqual(update.events);
  });

  test("says which decisions a bot took for a person, and so does the welcome", () => {
    const earlier = { events: 3, by: "clock" as const };
    const substituted = { ...update, decided_by: "stand-in" as const };
    const [now] = after(opened, received({ ...welcome, substitutions: [earlier] }), received(substituted));
    expect(now.substitutions).toEqual([earlier, { events: history.length, by: "stand-in" }]);
  });

  test("is ignored the second time", () => {
    const [now] = after(opened, received(welcome), received(update), received(update));
    expect(now.history).toHaveLength(history.length + 1);
  });

  test("adds messages to the chat", () => {
    const message = { sequence: 41, at: 1, seat: 1, name: "Bo", text: "hi", notice: null };
    const [now] = after(opened, received(welcome), received({ type: "update", sequence: 41, at: 1, said: [message] }));
    expect(now.chat).toEqual([message]);
  });
});

describe("an order", () => {
  test("is sent at once and kept until it is confirmed", () => {
    const [deciding, effects] = after(opened, received(welcome), asked(act));
    expect(sent(effects)).toEqual([act]);
    expect(isDeciding(deciding)).toBe(true);
    const [done] = step(deciding, received({ type: "done", id: "a", sequence: 41 }));
    expect(done.unconfirmed).toEqual([]);
    expect(isDeciding(done)).toBe(false);
  });

  test("is sent again after a lost connection, with the same id and in the same order", () => {
    const inputs = [opened, received(welcome), asked(act), asked(say), lost, reconnect, opened, received(welcome)];
    expect(sent(after(...inputs)[1])).toEqual([act, say]);
  });

  test("waits for a connection", () => {
    const [now, effects] = after(opened, received(welcome), lost, asked(act));
    expect(sent(effects)).toEqual([]);
    expect(now.unconfirmed).toEqual([act]);
  });

  test("is over when it is refused, and the reason and the newer view are known", () => {
    const newer = { ...shown, month: 2 };
    const refused: ServerMessage = {
      type: "refused",
      id: "a",
      code: "stale",
      reason: "too late",
      rule: null,
      sequence: 44,
      public: newer,
    };
    const [now] = after(opened, received(welcome), asked(act), received(refused));
    expect(now).toMatchObject({ unconfirmed: [], refusal: { reason: "too late" }, sequence: 44, public: newer });
    expect(step(now, asked(say))[0].refusal).toBeNull();
    expect(refusedDecision(now)?.code).toBe("stale");
    expect(step(now, { what: "refusal-dismissed" })[0].refusal).toBeNull();
  });

  test("is not refused if another order is", () => {
    const muted: ServerMessage = { type: "refused", id: "b", code: "muted", reason: "", rule: null, sequence: 40 };
    const [now] = after(opened, received(welcome), asked(act), asked(say), received(muted));
    expect(now.refusal).toMatchObject({ of: "say", code: "muted" });
    expect(refusedDecision(now)).toBeNull();
    expect(isDeciding(now)).toBe(true);
  });

  test("is sent again with the same id after a transient refusal", () => {
    for (const [code, id] of [
      ["try-again", "a"],
      ["too-fast", null],
    ] as const) {
      const refused: ServerMessage = { type: "refused", id, code, reason: "", rule: null, sequence: 40 };
      const [now, effects] = after(opened, received(welcome), asked(act), received(refused));
      expect(effects).toEqual([{ what: "wait", timer: "resend", milliseconds: 1000 }]);
      expect(sent(step(now, { what: "due", timer: "resend", at: 0 })[1])).toEqual([act]);
    }
  });

  test("does not bring back an old view when it is refused", () => {
    const old: ServerMessage = {
      type: "refused",
      id: "a",
      code: "illegal",
      reason: "",
      rule: "CM-P1",
      sequence: 39,
      public: { ...shown, month: 1 },
    };
    const [now] = after(opened, received(welcome), asked(act), received(old));
    expect(now.sequence).toBe(40);
    expect(now.public).toBe(shown);
  });
});

describe("a lost connection", () => {
  test("is retried with exponential backoff, up to 15 seconds", () => {
    expect([0, 1, 2, 3].map((failures) => retryAfter(failures, 1))).toEqual([400, 800, 1600, 3200]);
    expect(retryAfter(30, 1)).toBe(15_000);
    expect(retryAfter(30, 0)).toBe(7_500);
    const [now, effects] = after(lost);
    expect(now).toMatchObject({ link: "waiting", failures: 1 });
    expect(effects).toContainEqual({ what: "wait", timer: "reconnect", milliseconds: 200 });
  });

  test("keeps the table visible, and success resets the backoff", () => {
    const [waiting] = after(opened, received(welcome), lost);
    expect(waiting.public).toBe(shown);
    const [again] = after(opened, received(welcome), lost, reconnect, opened, received(welcome));
    expect(again.failures).toBe(0);
  });

  test("is detected by a missing answer to a ping", () => {
    const ping: Input = { what: "due", timer: "ping", at: 5000 };
    const timeout: Input = { what: "due", timer: "timeout", at: 5000 + PONG_TIMEOUT_MS };
    const [, asking] = after(opened, received(welcome), ping);
    expect(sent(asking)).toEqual([{ type: "ping", n: 1, delay: null }]);
    expect(asking).toContainEqual({ what: "wait", timer: "timeout", milliseconds: PONG_TIMEOUT_MS });
    expect(after(opened, received(welcome), ping, timeout)[1]).toEqual([{ what: "close" }]);
    const pong = received({ type: "pong", n: 1, at: 9_050 }, 5100);
    const [heard] = after(opened, received(welcome), ping, pong);
    expect(heard).toMatchObject({ delay: 100, offset: 4000 });
    expect(sent(step(heard, ping)[1])).toEqual([{ type: "ping", n: 2, delay: 100 }]);
    expect(step(heard, timeout)[1]).toEqual([]);
  });

  test("times out if the server never says welcome", () => {
    const timeout: Input = { what: "due", timer: "timeout", at: WELCOME_TIMEOUT_MS };
    expect(after(timeout)[1]).toEqual([{ what: "close" }]);
    expect(after(opened, timeout)[1]).toEqual([{ what: "close" }]);
    expect(after(opened, received(welcome), timeout)[1]).toEqual([]);
  });

  test("is retried at once when the network returns or the page becomes visible", () => {
    const woken: Input = { what: "woken", at: 5000 };
    expect(after(lost, woken)[1]).toContainEqual({ what: "open" });
    expect(sent(after(opened, received(welcome), woken)[1])).toEqual([{ type: "ping", n: 1, delay: null }]);
    expect(after(opened, received(welcome), woken, woken)[1]).toEqual([]);
    expect(after(woken)[1]).toEqual([]);
    expect(after({ what: "left" }, woken)[1]).toEqual([]);
  });

  test("a late answer to an earlier ping is ignored", () => {
    const ping: Input = { what: "due", timer: "ping", at: 5000 };
    const [now] = after(opened, received(welcome), ping, ping, received({ type: "pong", n: 1, at: 0 }));
    expect(now.delay).toBeNull();
  });
});

describe("goodbye", () => {
  test("with a time leads to a reconnection then, and no order is lost", () => {
    const goodbye = received({ type: "goodbye", code: "closing", reason: "", again_after: 2.5 });
    const [now, effects] = after(opened, received(welcome), asked(act), goodbye);
    expect(now).toMatchObject({ link: "waiting", unconfirmed: [act] });
    expect(effects).toContainEqual({ what: "wait", timer: "reconnect", milliseconds: 2500 });
    expect(step(now, lost)[1]).toEqual([]);
  });

  test("without a time ends the connection", () => {
    const goodbye = received({ type: "goodbye", code: "not-yours", reason: "no", again_after: null });
    const [now] = after(opened, goodbye);
    expect(now).toMatchObject({ link: "ended", ending: { code: "not-yours", reason: "no" } });
    expect(step(now, lost)[1]).toEqual([]);
    expect(step(now, asked(act))[1]).toEqual([]);
    expect(step(now, received(welcome))[0].link).toBe("ended");
  });

  test("confirms that the seat is given up", () => {
    const leave: Order = { type: "leave", id: "l" };
    const [waiting] = after(opened, received(welcome), lost, asked(leave));
    expect(hasLeft(waiting)).toBe(false);
    const [again, effects] = step(step(step(waiting, reconnect)[0], opened)[0], received(welcome));
    expect(sent(effects)).toEqual([leave]);
    const goodbye = received({ type: "goodbye", code: "left", reason: "", again_after: null });
    expect(hasLeft(step(again, goodbye)[0])).toBe(true);
    const refused: ServerMessage = { type: "refused", id: "l", code: "closed", reason: "", rule: null, sequence: 40 };
    expect(hasLeft(step(again, received(refused))[0])).toBe(true);
  });

  test("for a lost seat allows taking another one", () => {
    expect(["not-yours", "removed", "left"].every((code) => isSeatLost({ code }))).toBe(true);
    expect(isSeatLost({ code: "too-fast" })).toBe(false);
  });

  test("leaving the page closes the connection, whatever is under way", () => {
    const [now, effects] = after(opened, received(welcome), { what: "left" });
    expect(now.link).toBe("ended");
    expect(effects).toContainEqual({ what: "close" });
    expect(step(now, reconnect)[1]).toEqual([]);
  });
});
