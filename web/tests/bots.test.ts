import { describe, expect, test } from "vitest";
import { levelOf } from "../src/games/client";
import { GAMES } from "../src/games/registry";
import { botNames } from "../src/table/bot-names";
import { botOrders } from "../src/table/setup.svelte";

test("new bots have different names, none of which is taken", () => {
  const names = botNames(4, ["Coco"], () => 0.3);
  expect(new Set(names).size).toBe(4);
  expect(names).not.toContain("Coco");
});

test("an error names the number of bots if there are not enough names", () => {
  expect(() => botNames(13, [])).toThrow("13 bots");
});

test("bots are seated where the setup wants them", () => {
  const orders = botOrders([null, "trend", null, "perfect"], ["Ada"]);
  expect(orders.map((order) => order.type === "seat_bot" && [order.seat, order.bot])).toEqual([
    [1, "trend"],
    [3, "perfect"],
  ]);
});

describe.each(GAMES)("$name", (client) => {
  test("the level of each bot is known", () => {
    expect(levelOf(client, client.bots.strong)).toBe("strong");
    expect(levelOf(client, "nobody")).toBeNull();
  });
});
