import { beforeEach, describe, expect, test } from "vitest";
import { place, TABLE } from "../gallery/table-fixture";
import { saveCommitment, savedCommitment } from "../src/fair/saved-commitment";
import { ServerError } from "../src/server/api";
import { findSavedTables, isOver, isStoodIn } from "../src/server/saved-tables";
import { copySeat, forgetSeat, saveSeat, savedSeat, savedSeats } from "../src/server/seats";
import { mayStart, startOrders, wantedIn } from "../src/table/lobby";
import { isAlone } from "../src/table/players";
import type { Found, Order, Place, TableView } from "../src/wire";
import { MemoryStorage } from "./memory-storage";
import { welcome } from "./welcome";

let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
});

function seat(table: string): Parameters<typeof saveSeat>[0] {
  return { table, token: `token of ${table}`, game: "cover-me", title: "", at: 1 };
}

describe("saved seats", () => {
  test("contain each table once, the latest first", () => {
    ["one", "two", "one"].forEach((table) => saveSeat(seat(table), storage));
    expect(savedSeats(storage).map(({ table }) => table)).toEqual(["one", "two"]);
    expect(savedSeat("two", storage)?.token).toBe("token of two");
  });

  test("can be forgotten, and the oldest are forgotten automatically", () => {
    Array.from({ length: 30 }, (_, number) => saveSeat(seat(`t${number}`), storage));
    expect(savedSeats(storage)).toHaveLength(20);
    forgetSeat("t29", storage);
    expect(savedSeat("t29", storage)).toBeNull();
  });

  test.each(["no json", "{}", '[{"table": 3}]', "null"])("are empty if the browser has saved %s", (value) => {
    storage.setItem("covergames.seats", value);
    expect(savedSeats(storage)).toEqual([]);
  });
});

describe("a rematch", () => {
  test("is entered with the same tokens, including those of local players", () => {
    saveSeat({ ...seat("one"), localSeats: [{ token: "Bo's", seat: 1, name: "Bo" }] }, storage);
    copySeat("two", "one", storage);
    expect(savedSeat("two", storage)).toMatchObject({ token: "token of one", localSeats: [{ token: "Bo's" }] });
  });

  test("does not replace a seat that is already saved there", () => {
    saveSeat(seat("two"), storage);
    saveSeat(seat("one"), storage);
    copySeat("two", "one", storage);
    expect(savedSeat("two", storage)?.token).toBe("token of two");
  });
});

describe("saved tables", () => {
  function found(stage: TableView["stage"], seats: Place[]): Found {
    return {
      sequence: 1,
      table: { stage, seats } as TableView,
      arrangement: { game: "cover-me", players: 2, options: {} },
    };
  }

  test("are those that still have the seat; others are forgotten, unless the server does not answer", async () => {
    const tables: Record<string, () => Promise<Found>> = {
      mine: () => Promise.resolve(found("playing", [place("Bo"), place("Ada")])),
      closed: () => Promise.resolve(found("closed", [place("Bo"), place("Ada")])),
      taken: () => Promise.resolve(found("lobby", [place("Bo"), place("Eva")])),
      left: () => Promise.resolve(found("playing", [place("Bo"), place("Ada", { stood_in_for: "left" })])),
      removed: () => Promise.resolve(found("playing", [place("Bo"), place("Ada", { stood_in_for: "removed" })])),
      gone: () => Promise.reject(new ServerError("no-such-table", "there is no table gone")),
      unreachable: () => Promise.reject(new ServerError("unreachable", "")),
    };
    const kept = Object.keys(tables).map((table) => ({ ...seat(table), seat: 1, name: "Ada" }));
    const forgotten: string[] = [];
    const remaining = await findSavedTables(
      kept,
      (table) => tables[table]!(),
      (table) => forgotten.push(table),
    );
    expect(remaining.map(({ seat: { table }, found: answer }) => [table, answer !== null])).toEqual([
      ["mine", true],
      ["left", true],
      ["unreachable", false],
    ]);
    expect(forgotten).toEqual(["closed", "taken", "removed", "gone"]);
    expect(remaining.map(isStoodIn)).toEqual([false, true, false]);
  });

  test("are over by what the server says, or by what this browser saw if the server does not answer", () => {
    const seen = { ...seat("one"), isOver: true };
    expect(isOver({ seat: seat("one"), found: found("over", []) })).toBe(true);
    expect(isOver({ seat: seat("one"), found: found("playing", []) })).toBe(false);
    expect(isOver({ seat: seen, found: null })).toBe(true);
    expect(isOver({ seat: seat("one"), found: null })).toBe(false);
  });
});

describe("a player is alone", () => {
  test.each([
    ["with bots", [place("Ada"), place("Bo", { bot: "trend" })], true],
    ["with people at the same device", [place("Ada"), place("Bo", { bot: "trend" }), place("Cy")], true],
    ["when everybody else has left", [place("Ada"), place("Bo", { stood_in_for: "left" })], true],
    ["but not with somebody who is away", [place("Ada"), place("Bo", { stood_in_for: "away" })], false],
    ["and not while a seat is free", [place("Ada"), place(null)], false],
  ] as const)("%s", (_, seats, expected) => {
    expect(isAlone(seats, [0, 2])).toBe(expected);
  });
});

describe("the host starts the game", () => {
  const seats = [place("Ada"), place("Bo", { ready: true })];

  test("with an order, after sending a nonce at a rematch", () => {
    const you = { seat: 0, host: true };
    const table = { ...TABLE, seats };
    expect(startOrders({ table, you, sequence: 7 })).toEqual([{ type: "start" }]);
    expect(startOrders({ table: { ...table, rematch_of: "one" }, you, sequence: 7 })).toEqual([
      { type: "ready", ready: true, seen: 7, nonce: expect.any(String) as string },
      { type: "start" },
    ]);
  });
});

describe("whether the game can start", () => {
  test.each([
    [
      "yes, if all but the host are ready or bots",
      [place("Ada"), place("Bo", { ready: true }), place("Cy", { bot: "trend" })],
      true,
    ],
    ["not with a free seat", [place("Ada"), place(null)], false],
    ["not before everybody is ready", [place("Ada"), place("Bo")], false],
  ] as const)("%s", (_, seats, isPossible) => {
    expect(mayStart({ stage: "lobby", seats: [...seats], host: 0 })).toBe(isPossible);
    expect(mayStart({ stage: "playing", seats: [...seats], host: 0 })).toBe(false);
  });
});

describe("the arrangement that the host wants", () => {
  test("is the latest one that the server has not confirmed, so that two quick changes add up", () => {
    const { arrangement, table } = welcome;
    const { settings } = table;
    const first: Order = { type: "arrange", id: "1", arrangement, settings: { ...settings, listed: true } };
    const latest: Order = { ...first, id: "2", settings: { ...first.settings, decision_time: 60 } };
    expect(wantedIn([first, latest, { type: "start", id: "3" }])?.settings).toBe(latest.settings);
    expect(wantedIn([{ type: "start", id: "3" }])).toBeNull();
  });
});

describe("saved commitments", () => {
  test("contain the first commitment of a table, and the latest nonce", () => {
    saveCommitment("t", { commitment: "first" }, storage);
    saveCommitment("t", { nonce: "dice" }, storage);
    saveCommitment("t", { commitment: "second" }, storage);
    saveCommitment("t", { nonce: "coins" }, storage);
    expect(savedCommitment("t", storage)).toEqual({ table: "t", commitment: "first", nonce: "coins" });
    expect(savedCommitment("another", storage)).toBeNull();
  });

  test("are limited in number, and the oldest are forgotten", () => {
    Array.from({ length: 50 }, (_, number) => saveCommitment(`t${number}`, { nonce: "n" }, storage));
    expect([9, 10].map((number) => savedCommitment(`t${number}`, storage)?.nonce ?? null)).toEqual([null, "n"]);
  });

  test.each(["no json", "{}", '[{"table": 3}]', "[null]"])("are empty if the browser has saved %s", (value) => {
    storage.setItem("covergames.commitments", value);
    expect(savedCommitment("t", storage)).toBeNull();
  });
});
