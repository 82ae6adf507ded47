import { beforeEach, describe, expect, test } from "vitest";
import { keepPromise, promisedAt } from "../src/fair/promise";
import { followTo, forgetSeat, keepSeat, seatAt, seats } from "../src/server/seats";
import { Refusal } from "../src/server/api";
import { stillThere } from "../src/server/still-there";
import { botNames, levelOf } from "../src/table/bots";
import { mayStart, wantedIn } from "../src/table/lobby";
import { ordersOf } from "../src/table/plan";
import type { Found, Order, Place, TableView } from "../src/wire";
import { Drawer } from "./drawer";
import { place } from "../gallery/table";
import { welcome } from "./welcome";

let drawer: Drawer;
beforeEach(() => {
  drawer = new Drawer();
});

function seat(table: string): Parameters<typeof keepSeat>[0] {
  return { table, token: `secret of ${table}`, game: "cover-me", title: "", at: 1 };
}

describe("seats that a browser keeps", () => {
  test("the latest comes first, each table once", () => {
    ["one", "two", "one"].forEach((table) => keepSeat(seat(table), drawer));
    expect(seats(drawer).map(({ table }) => table)).toEqual(["one", "two"]);
    expect(seatAt("two", drawer)?.token).toBe("secret of two");
  });

  test("can be forgotten, and the oldest are", () => {
    Array.from({ length: 30 }, (_, number) => keepSeat(seat(`t${number}`), drawer));
    expect(seats(drawer)).toHaveLength(20);
    forgetSeat("t29", drawer);
    expect(seatAt("t29", drawer)).toBeNull();
  });

  test.each(["no json", "{}", '[{"table": 3}]', "null"])("%s is as if nothing were kept", (rubbish) => {
    drawer.setItem("covergames.seats", rubbish);
    expect(seats(drawer)).toEqual([]);
  });
});

describe("a rematch", () => {
  test("is entered with the same secrets, also of the others at this device", () => {
    keepSeat({ ...seat("one"), beside: [{ token: "Bo's", seat: 1, name: "Bo" }] }, drawer);
    followTo("two", "one", drawer);
    expect(seatAt("two", drawer)).toMatchObject({ token: "secret of one", beside: [{ token: "Bo's" }] });
  });

  test("is no reason to give up a seat that one has there already", () => {
    keepSeat(seat("two"), drawer);
    keepSeat(seat("one"), drawer);
    followTo("two", "one", drawer);
    expect(seatAt("two", drawer)?.token).toBe("secret of two");
  });
});

describe("tables to continue at", () => {
  function found(stage: TableView["stage"], seats: Place[]): Found {
    return {
      sequence: 1,
      table: { stage, seats } as TableView,
      arrangement: { game: "cover-me", players: 2, options: {} },
    };
  }

  test("are those that still are, with one's seat; the others are forgotten, but not for a server that is silent", async () => {
    const tables: Record<string, () => Promise<Found>> = {
      mine: () => Promise.resolve(found("playing", [place("Bo"), place("Ada")])),
      closed: () => Promise.resolve(found("closed", [place("Bo"), place("Ada")])),
      taken: () => Promise.resolve(found("lobby", [place("Bo"), place("Eva")])),
      removed: () => Promise.resolve(found("playing", [place("Bo"), place("Ada", { stood_in_for: "removed" })])),
      gone: () => Promise.reject(new Refusal("no-such-table", "there is no table gone")),
      silent: () => Promise.reject(new Refusal("unreachable", "")),
    };
    const kept = Object.keys(tables).map((table) => ({ ...seat(table), seat: 1, name: "Ada" }));
    const forgotten: string[] = [];
    const standings = await stillThere(
      kept,
      (table) => tables[table]!(),
      (table) => forgotten.push(table),
    );
    expect(standings.map(({ kept: { table }, found: answer }) => [table, answer !== null])).toEqual([
      ["mine", true],
      ["silent", false],
    ]);
    expect(forgotten).toEqual(["closed", "taken", "removed", "gone"]);
  });
});

describe("the game can start", () => {
  test.each([
    [
      "when all but the host are ready or bots",
      [place("Ada"), place("Bo", { ready: true }), place("Cy", { bot: "trend" })],
      true,
    ],
    ["but not with a free seat", [place("Ada"), place(null)], false],
    ["but not before everybody is ready", [place("Ada"), place("Bo")], false],
  ] as const)("%s", (_, seats, isPossible) => {
    expect(mayStart({ stage: "lobby", seats: [...seats], host: 0 })).toBe(isPossible);
    expect(mayStart({ stage: "playing", seats: [...seats], host: 0 })).toBe(false);
  });
});

describe("how the host arranges the table", () => {
  test("is the newest choice that the server has not answered, so that two in one breath add up", () => {
    const { arrangement, table } = welcome;
    const { settings } = table;
    const first: Order = { type: "arrange", id: "1", arrangement, settings: { ...settings, listed: true } };
    const latest: Order = { ...first, id: "2", settings: { ...first.settings, decision_time: 60 } };
    expect(wantedIn([first, latest, { type: "start", id: "3" }])?.settings).toBe(latest.settings);
    expect(wantedIn([{ type: "start", id: "3" }])).toBeNull();
  });
});

describe("what a browser knew of a deal", () => {
  test("is the first commitment that a table showed, and the latest nonce", () => {
    keepPromise("t", { commitment: "first" }, drawer);
    keepPromise("t", { nonce: "dice" }, drawer);
    keepPromise("t", { commitment: "second" }, drawer);
    keepPromise("t", { nonce: "coins" }, drawer);
    expect(promisedAt("t", drawer)).toEqual({ table: "t", commitment: "first", nonce: "coins" });
    expect(promisedAt("another", drawer)).toBeNull();
  });

  test("is forgotten where there is too much of it, the oldest first", () => {
    Array.from({ length: 50 }, (_, number) => keepPromise(`t${number}`, { nonce: "n" }, drawer));
    expect([9, 10].map((number) => promisedAt(`t${number}`, drawer)?.nonce ?? null)).toEqual([null, "n"]);
  });

  test.each(["no json", "{}", '[{"table": 3}]', "[null]"])("%s is as if nothing were known", (rubbish) => {
    drawer.setItem("covergames.promises", rubbish);
    expect(promisedAt("t", drawer)).toBeNull();
  });
});

describe("bots", () => {
  test("have different names, none of them taken", () => {
    const names = botNames(4, ["Coco"], () => 0.3);
    expect(new Set(names).size).toBe(4);
    expect(names).not.toContain("Coco");
  });

  test("more than there are names for are refused", () => {
    expect(() => botNames(13, [])).toThrow("13 bots");
  });

  test.each([
    ["cover-me", ["trend", "editor:200ms"]],
    ["cover-up", ["quick", "perfect"]],
  ] as const)("of %s sit where they were planned, each at its level", (game, [medium, hard]) => {
    const orders = ordersOf({ table: "t", bots: [null, "medium", null, "hard"], isStarting: true }, game, ["Ada"]);
    expect(orders.map((order) => order.type === "seat_bot" && [order.seat, order.bot])).toEqual([
      [1, medium],
      [3, hard],
    ]);
    expect(levelOf(game, hard)).toBe("hard");
    expect(levelOf(game, "nobody")).toBeNull();
  });
});
