import { describe, expect, test } from "vitest";
import { place } from "../gallery/table-fixture";
import { connecting, step, type Connection, type Input } from "../src/connection/connection";
import { maySubmit, standInReason } from "../src/table/local-players.svelte";
import type { Order, TableView, ServerMessage } from "../src/wire";
import { welcome } from "./welcome";

function received(message: ServerMessage): Input {
  return { what: "received", message, at: 0 };
}

/** Return the connection of a player who returns to a table where a bot stands in. */
function returnedTo(stage: TableView["stage"]): Connection {
  const seats = [place("Ada", { stood_in_for: "away" }), place("Bo")];
  const table = { ...welcome.table, stage, seats };
  return [{ what: "opened" } as const, received({ ...welcome, table })].reduce(
    (now, input) => step(now, input)[0],
    connecting("secret")[0],
  );
}

describe("a player who returns", () => {
  test("finds a bot in their seat during the game, but not after it", () => {
    expect(standInReason(returnedTo("playing"))).toBe("away");
    expect(standInReason(returnedTo("over"))).toBeNull();
  });
});

describe("an order that the page submits unasked", () => {
  const order: Order = { type: "ready", id: "r", ready: true, seen: 40 };

  function refused(code: string): Connection {
    const message: ServerMessage = { type: "refused", id: "r", code, reason: "", rule: null, sequence: 40 };
    return step(step(returnedTo("lobby"), { what: "asked", order })[0], received(message))[0];
  }

  test("is submitted once", () => {
    const now = returnedTo("lobby");
    expect(maySubmit(now, "ready")).toBe(true);
    expect(maySubmit(step(now, { what: "asked", order })[0], "ready")).toBe(false);
  });

  test("is not submitted again after a refusal until something has happened", () => {
    const now = refused("not-now");
    expect(maySubmit(now, "ready")).toBe(false);
    expect(maySubmit(step(now, received({ type: "update", sequence: 41, at: 1 }))[0], "ready")).toBe(true);
  });

  test("is submitted again at once if it was stale", () => {
    expect(maySubmit(refused("stale"), "ready")).toBe(true);
  });

  test("is submitted even if another order was refused", () => {
    expect(maySubmit(refused("not-now"), "take_back")).toBe(true);
  });
});
