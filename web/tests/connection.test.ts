import { describe, expect, test } from "vitest";
import {
  ARRIVAL,
  connecting,
  hasLeft,
  isDeciding,
  isSeatLost,
  refusedDecision,
  retryAfter,
  SILENCE,
  step,
  type Connection,
  type Effect,
  type Input,
} from "../src/connection/connection";
import type { Order, Told, Update } from "../src/wire";
import { history, secret, shown, welcome } from "./welcome";

const act: Order = { type: "act", id: "a", seen: 40, action: { event: "place", cards: ["Ybsq"] } };
const say: Order = { type: "say", id: "b", text: "hello" };

/** A connection that has been through these inputs, and what the last of them led to. */
function after(...inputs: Input[]): [Connection, Effect[]] {
  return inputs.reduce<[Connection, Effect[]]>(([now], input) => step(now, input), connecting("secret"));
}

const opened: Input = { what: "opened" };
const lost: Input = { what: "lost", chance: 0 };
const reconnect: Input = { what: "due", timer: "reconnect", at: 0 };

function received(message: Told, at = 2000): Input {
  return { what: "received", message, at };
}

function asked(order: Order): Input {
  return { what: "asked", order };
}

function sent(effects: Effect[]): unknown[] {
  return effects.flatMap((effect) => (effect.what === "send" ? [effect.message] : []));
}

describe("coming in", () => {
  test("the first thing said is hello, with the token", () => {
    expect(connecting("secret")[1]).toEqual([
      { what: "open" },
      { what: "wait", timer: "silence", milliseconds: ARRIVAL },
    ]);
    const [now, effects] = after(opened);
    expect(now.link).toBe("greeting");
    expect(sent(effects)).toEqual([{ type: "hello", token: "secret" }]);
  });

  test("a welcome brings everything", () => {
    const [now] = after(opened, received(welcome));
    expect(now).toMatchObject({ link: "live", sequence: 40, you: { seat: 0 }, public: shown, private: secret });
  });

  test("a welcome before the game has no view", () => {
    const { public: _public, private: _private, ...early } = welcome;
    const [now] = after(opened, received(early));
    expect([now.public, now.private]).toEqual([null, null]);
  });
});

describe("news", () => {
  const update: Update = { type: "update", sequence: 41, at: 1, events: [{ event: "stayed", seat: 1 }] };

  test("changes what it names and nothing else", () => {
    const [now] = after(opened, received(welcome), received(update));
    expect(now.sequence).toBe(41);
    expect(now.public).toBe(shown);
    expect(now.history).toHaveLength(history.length + 1);
    expect(now.news).toEqual(update.events);
  });

  test("told twice counts once", () => {
    const [now] = after(opened, received(welcome), received(update), received(update));
    expect(now.history).toHaveLength(history.length + 1);
  });

  test("what is said is added to the chat", () => {
    const message = { sequence: 41, at: 1, seat: 1, name: "Bo", text: "hi" };
    const [now] = after(opened, received(welcome), received({ type: "update", sequence: 41, at: 1, said: [message] }));
    expect(now.chat).toEqual([message]);
  });
});

describe("a choice", () => {
  test("is sent at once and kept until it is confirmed", () => {
    const [deciding, effects] = after(opened, received(welcome), asked(act));
    expect(sent(effects)).toEqual([act]);
    expect(isDeciding(deciding)).toBe(true);
    const [done] = step(deciding, received({ type: "done", id: "a", sequence: 41 }));
    expect(done.unconfirmed).toEqual([]);
    expect(isDeciding(done)).toBe(false);
  });

  test("that was not confirmed is sent again, the same, in order, after a lost connection", () => {
    const inputs = [opened, received(welcome), asked(act), asked(say), lost, reconnect, opened, received(welcome)];
    expect(sent(after(...inputs)[1])).toEqual([act, say]);
  });

  test("made while there is no connection waits for one", () => {
    const [now, effects] = after(opened, received(welcome), lost, asked(act));
    expect(sent(effects)).toEqual([]);
    expect(now.unconfirmed).toEqual([act]);
  });

  test("that is refused is over, and the reason and the newer view are there", () => {
    const newer = { ...shown, month: 2 };
    const refused: Told = {
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
    expect(step(now, { what: "heeded" })[0].refusal).toBeNull();
  });

  test("is not what was refused when a word was", () => {
    const muted: Told = { type: "refused", id: "b", code: "muted", reason: "", rule: null, sequence: 40 };
    const [now] = after(opened, received(welcome), asked(act), asked(say), received(muted));
    expect(now.refusal).toMatchObject({ of: "say", code: "muted" });
    expect(refusedDecision(now)).toBeNull();
    expect(isDeciding(now)).toBe(true);
  });

  test("for which it is only not the moment is tried again with the same id", () => {
    for (const [code, id] of [
      ["try-again", "a"],
      ["too-fast", null],
    ] as const) {
      const refused: Told = { type: "refused", id, code, reason: "", rule: null, sequence: 40 };
      const [now, effects] = after(opened, received(welcome), asked(act), received(refused));
      expect(effects).toEqual([{ what: "wait", timer: "again", milliseconds: 1000 }]);
      expect(sent(step(now, { what: "due", timer: "again", at: 0 })[1])).toEqual([act]);
    }
  });

  test("refused with an old view does not set the table back", () => {
    const old: Told = {
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
  test("is tried again, later each time, up to a quarter of a minute", () => {
    expect([0, 1, 2, 3].map((failures) => retryAfter(failures, 1))).toEqual([400, 800, 1600, 3200]);
    expect(retryAfter(30, 1)).toBe(15_000);
    expect(retryAfter(30, 0)).toBe(7_500);
    const [now, effects] = after(lost);
    expect(now).toMatchObject({ link: "waiting", failures: 1 });
    expect(effects).toContainEqual({ what: "wait", timer: "reconnect", milliseconds: 200 });
  });

  test("keeps the table on show, and success begins the count anew", () => {
    const [waiting] = after(opened, received(welcome), lost);
    expect(waiting.public).toBe(shown);
    const [again] = after(opened, received(welcome), lost, reconnect, opened, received(welcome));
    expect(again.failures).toBe(0);
  });

  test("is noticed by silence: no answer to a ping closes the socket", () => {
    const ping: Input = { what: "due", timer: "ping", at: 5000 };
    const silence: Input = { what: "due", timer: "silence", at: 5000 + SILENCE };
    const [, asking] = after(opened, received(welcome), ping);
    expect(sent(asking)).toEqual([{ type: "ping", n: 1, delay: null }]);
    expect(asking).toContainEqual({ what: "wait", timer: "silence", milliseconds: SILENCE });
    expect(after(opened, received(welcome), ping, silence)[1]).toEqual([{ what: "close" }]);
    const pong = received({ type: "pong", n: 1, at: 9_050 }, 5100);
    const [heard] = after(opened, received(welcome), ping, pong);
    expect(heard).toMatchObject({ delay: 100, offset: 4000 });
    expect(sent(step(heard, ping)[1])).toEqual([{ type: "ping", n: 2, delay: 100 }]);
    expect(step(heard, silence)[1]).toEqual([]);
  });

  test("that never comes about is given up after a while, and tried again", () => {
    const silence: Input = { what: "due", timer: "silence", at: ARRIVAL };
    expect(after(silence)[1]).toEqual([{ what: "close" }]);
    expect(after(opened, silence)[1]).toEqual([{ what: "close" }]);
    expect(after(opened, received(welcome), silence)[1]).toEqual([]);
  });

  test("does not wait for its pause when the network comes back or the page is looked at again", () => {
    const woken: Input = { what: "woken", at: 5000 };
    expect(after(lost, woken)[1]).toContainEqual({ what: "open" });
    expect(sent(after(opened, received(welcome), woken)[1])).toEqual([{ type: "ping", n: 1, delay: null }]);
    expect(after(opened, received(welcome), woken, woken)[1]).toEqual([]);
    expect(after(woken)[1]).toEqual([]);
    expect(after({ what: "left" }, woken)[1]).toEqual([]);
  });

  test("a late answer to an earlier ping says nothing of the later one", () => {
    const ping: Input = { what: "due", timer: "ping", at: 5000 };
    const [now] = after(opened, received(welcome), ping, ping, received({ type: "pong", n: 1, at: 0 }));
    expect(now.delay).toBeNull();
  });
});

describe("goodbye", () => {
  test("with a time is a reason to come back then, and never to lose a choice", () => {
    const goodbye = received({ type: "goodbye", code: "closing", reason: "", again_after: 2.5 });
    const [now, effects] = after(opened, received(welcome), asked(act), goodbye);
    expect(now).toMatchObject({ link: "waiting", unconfirmed: [act] });
    expect(effects).toContainEqual({ what: "wait", timer: "reconnect", milliseconds: 2500 });
    expect(step(now, lost)[1]).toEqual([]);
  });

  test("without a time is the end", () => {
    const goodbye = received({ type: "goodbye", code: "not-yours", reason: "no", again_after: null });
    const [now] = after(opened, goodbye);
    expect(now).toMatchObject({ link: "ended", ending: { code: "not-yours", reason: "no" } });
    expect(step(now, lost)[1]).toEqual([]);
    expect(step(now, asked(act))[1]).toEqual([]);
    expect(step(now, received(welcome))[0].link).toBe("ended");
  });

  test("is what giving the seat up leads to, and until then it is not given up", () => {
    const leave: Order = { type: "leave", id: "l" };
    const [waiting] = after(opened, received(welcome), lost, asked(leave));
    expect(hasLeft(waiting)).toBe(false);
    const [again, effects] = step(step(step(waiting, reconnect)[0], opened)[0], received(welcome));
    expect(sent(effects)).toEqual([leave]);
    const goodbye = received({ type: "goodbye", code: "left", reason: "", again_after: null });
    expect(hasLeft(step(again, goodbye)[0])).toBe(true);
    const refused: Told = { type: "refused", id: "l", code: "closed", reason: "", rule: null, sequence: 40 };
    expect(hasLeft(step(again, received(refused))[0])).toBe(true);
  });

  test("for a seat that is lost is no end: one can sit down again", () => {
    expect(["not-yours", "removed", "left"].every((code) => isSeatLost({ code }))).toBe(true);
    expect(isSeatLost({ code: "too-fast" })).toBe(false);
  });

  test("leaving the page ends it, whatever was under way", () => {
    const [now, effects] = after(opened, received(welcome), { what: "left" });
    expect(now.link).toBe("ended");
    expect(effects).toContainEqual({ what: "close" });
    expect(step(now, reconnect)[1]).toEqual([]);
  });
});
