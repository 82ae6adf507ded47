import { describe, expect, test } from "vitest";
import type { Connection } from "../src/connection/connection";
import { isVictory } from "../src/table/victory.svelte";

/** A table with these occupants; null is a person. */
const table = (bots: (string | null)[], places: number[] | null): Connection =>
  ({
    public: { result: places && { scores: places.map(() => 0), places } },
    table: { seats: bots.map((bot) => ({ bot })) },
  }) as unknown as Connection;

describe("a victory is celebrated", () => {
  test("when a person wins, alone or with a bot", () => {
    expect(isVictory(table([null, "trend"], null), table([null, "trend"], [1, 2]))).toBe(true);
    expect(isVictory(table(["trend", null], null), table(["trend", null], [1, 1]))).toBe(true);
  });

  test("not when a bot wins, while the game runs, or when it was over before", () => {
    expect(isVictory(table([null, "trend"], null), table([null, "trend"], [2, 1]))).toBe(false);
    expect(isVictory(table([null, "trend"], null), table([null, "trend"], null))).toBe(false);
    expect(isVictory(table([null, "trend"], [1, 2]), table([null, "trend"], [1, 2]))).toBe(false);
  });

  test("not when the page learns of a game only after its end", () => {
    const unknown = { ...table([null], null), public: null } as Connection;
    expect(isVictory(unknown, table([null], [1]))).toBe(false);
  });
});
