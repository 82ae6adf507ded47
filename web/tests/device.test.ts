import { describe, expect, test } from "vitest";
import { connecting, step, type Connection, type Input } from "../src/connection/connection";
import { mayAsk, standIn } from "../src/table/device.svelte";
import type { Order, TableView, Told } from "../src/wire";
import { place } from "../gallery/table";
import { welcome } from "./welcome";

function told(message: Told): Input {
  return { what: "received", message, at: 0 };
}

/** Somebody comes back to a table at this stage, at which a bot stands in for them. */
function back(stage: TableView["stage"]): Connection {
  const seats = [place("Ada", { stood_in_for: "away" }), place("Bo")];
  const table = { ...welcome.table, stage, seats };
  return [{ what: "opened" } as const, told({ ...welcome, table })].reduce(
    (now, input) => step(now, input)[0],
    connecting("secret")[0],
  );
}

describe("whoever comes back", () => {
  test("finds a bot in their place while the game is played, and not when it is over", () => {
    expect(standIn(back("playing"))).toBe("away");
    expect(standIn(back("over"))).toBeNull();
  });
});

describe("what the page asks by itself", () => {
  const order: Order = { type: "ready", id: "r", ready: true, seen: 40 };

  function refused(code: string): Connection {
    const message: Told = { type: "refused", id: "r", code, reason: "", rule: null, sequence: 40 };
    return step(step(back("lobby"), { what: "asked", order })[0], told(message))[0];
  }

  test("is asked once", () => {
    const now = back("lobby");
    expect(mayAsk(now, "ready")).toBe(true);
    expect(mayAsk(step(now, { what: "asked", order })[0], "ready")).toBe(false);
  });

  test("is not asked again when it was refused, before something has happened", () => {
    const now = refused("not-now");
    expect(mayAsk(now, "ready")).toBe(false);
    expect(mayAsk(step(now, told({ type: "update", sequence: 41, at: 1 }))[0], "ready")).toBe(true);
  });

  test("is asked again at once when it came too late", () => {
    expect(mayAsk(refused("stale"), "ready")).toBe(true);
  });

  test("is asked whatever else was refused", () => {
    expect(mayAsk(refused("not-now"), "take_back")).toBe(true);
  });
});
