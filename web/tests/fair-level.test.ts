import { describe, expect, test } from "vitest";
import type { Connection } from "../src/connection/connection";
import { GAMES } from "../src/games/registry";
import { adapted, fairLevel, levelAfter } from "../src/table/fair-level.svelte";
import { MemoryStorage } from "./memory-storage";

const result = (...places: number[]): { scores: number[]; places: number[] } => ({
  scores: places.map(() => 0),
  places,
});

describe("the level after a game", () => {
  test("rises with a victory, even a shared one", () => {
    expect(levelAfter("novice", result(1, 2, 3), 0)).toBe("gentle");
    expect(levelAfter("gentle", result(1, 1, 3), 1)).toBe("good");
    expect(levelAfter("good", result(1, 1), 1)).toBe("strong");
    expect(levelAfter("strong", result(1, 2, 2), 0)).toBe("champion");
  });

  test("falls with the last place, even a shared one", () => {
    expect(levelAfter("champion", result(1, 2), 1)).toBe("strong");
    expect(levelAfter("strong", result(1, 2), 1)).toBe("good");
    expect(levelAfter("good", result(1, 2, 2), 1)).toBe("gentle");
  });

  test("stays the same between first and last", () => {
    expect(levelAfter("good", result(1, 2, 3), 1)).toBe("good");
  });

  test("does not rise above the strongest or fall below the weakest", () => {
    expect(levelAfter("champion", result(1, 2), 0)).toBe("champion");
    expect(levelAfter("novice", result(1, 2), 1)).toBe("novice");
  });
});

describe.each(GAMES)("$name", (client) => {
  test("a new player meets bots of the first level; a saved level counts, unless it is unknown", () => {
    const storage = new MemoryStorage();
    expect(fairLevel(client, storage)).toBe(client.firstLevel);
    storage.setItem(`covergames.level.${client.id}`, "strong");
    expect(fairLevel(client, storage)).toBe("strong");
    storage.setItem(`covergames.level.${client.id}`, "easy");
    expect(fairLevel(client, storage)).toBe(client.firstLevel);
  });

  /** A table with the viewer in seat 0 and these bots; null is a person. */
  const table = (bots: (string | null)[], places: number[] | null, seat: number | null = 0): Connection =>
    ({
      public: { result: places && result(...places) },
      table: { seats: [null, ...bots].map((bot) => ({ bot })) },
      you: { seat },
    }) as unknown as Connection;
  const { gentle, strong, champion } = client.bots;

  test("a victory against bots of the level counts when the game ends", () => {
    expect(adapted("gentle", table([gentle, gentle], null), table([gentle, gentle], [1, 2, 3]), client)).toBe("good");
    expect(adapted("strong", table([strong], null), table([strong], [1, 2]), client)).toBe("champion");
    expect(adapted("champion", table([champion], null), table([champion], [2, 1]), client)).toBe("strong");
  });

  test.each([
    ["bots of another level", table([strong, gentle], null), table([strong, gentle], [1, 2, 3])],
    ["a person", table([gentle, null], null), table([gentle, null], [1, 2, 3])],
    ["a game that was over before", table([gentle], [1, 2]), table([gentle], [1, 2])],
    ["a game that is not over", table([gentle], null), table([gentle], null)],
    ["a game that one watches", table([gentle], null, null), table([gentle], [1, 2], null)],
  ])("%s: the level stays the same", (_, before, now) => {
    expect(adapted("gentle", before, now, client)).toBe("gentle");
  });
});
