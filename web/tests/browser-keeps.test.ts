import { beforeEach, describe, expect, test } from "vitest";
import { keepPromise, promisedAt } from "../src/fair/promise";
import { forgetSeat, keepSeat, seatAt, seats } from "../src/server/seats";
import { botNames } from "../src/table/bots";
import { ordersOf } from "../src/table/plan";

/** A browser's storage. */
class Drawer implements Storage {
  readonly #kept = new Map<string, string>();
  get length(): number {
    return this.#kept.size;
  }
  clear(): void {
    this.#kept.clear();
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
}

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

  test("take the last seats, and then the game starts", () => {
    const orders = ordersOf({ table: "t", bots: 2, level: "medium", isStarting: true }, 4, "Ada");
    expect(orders.map((order) => (order.type === "seat_bot" ? [order.seat, order.bot] : order.type))).toEqual([
      [2, "trend"],
      [3, "trend"],
      "start",
    ]);
  });
});
