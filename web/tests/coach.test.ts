import { describe, expect, test } from "vitest";
import { isFirstGame, quickGame, rememberGame, saveQuickGame } from "../src/games/quick-game";
import { GAMES } from "../src/games/registry";
import { Coach } from "../src/table/coach.svelte";
import { around, notePosition } from "../src/table/note-position";
import { MemoryStorage } from "./memory-storage";

const NOTE = { width: 380, height: 200 };
const LAPTOP = { width: 1366, height: 650 };

describe("a note about choices", () => {
  test("is above a hand at the bottom of the screen", () => {
    const hand = { left: 30, top: 430, right: 1030, bottom: 580 };
    expect(notePosition(hand, NOTE, LAPTOP)).toEqual({ side: "above", x: 340, y: 216, arrow: 190 });
  });

  test("is to the left of a hand that fills the height of the screen", () => {
    const hand = { left: 1066, top: 106, right: 1334, bottom: 533 };
    expect(notePosition(hand, NOTE, LAPTOP)).toMatchObject({ side: "left", x: 672 });
  });

  test("is below piles at the top of a phone, and on the screen", () => {
    const position = notePosition(
      { left: 250, top: 40, right: 390, bottom: 300 },
      { width: 370, height: 200 },
      { width: 390, height: 844 },
    );
    expect(position).toEqual({ side: "below", x: 10, y: 314, arrow: 310 });
  });

  test("covers nothing that has to stay clear", () => {
    const screen = { width: 844, height: 390 };
    const hand = { left: 480, top: 90, right: 820, bottom: 280 };
    const cover = { left: 290, top: 50, right: 400, bottom: 127 };
    const note = { width: 380, height: 148 };
    expect(notePosition(cover, note, screen)).toMatchObject({ side: "below", x: 155, y: 141 });
    expect(notePosition(cover, note, screen, [hand])).toMatchObject({ side: "below", x: 10, y: 141, arrow: 335 });
  });

  test("is above the hand if the choices are below the hand", () => {
    const answers = { left: 1050, top: 560, right: 1300, bottom: 600 };
    const hand = { left: 30, top: 430, right: 1340, bottom: 550 };
    expect(notePosition(answers, NOTE, LAPTOP, [hand])).toMatchObject({ side: "above", x: 976, y: 216 });
  });

  test("is at the top if there are no choices, or no room beside them", () => {
    expect(notePosition(around([]), NOTE, LAPTOP).side).toBe("top");
    expect(notePosition({ left: 0, top: 0, right: 1366, bottom: 650 }, NOTE, LAPTOP).side).toBe("top");
  });
});

test("the coach remembers what has been read", () => {
  const storage = new MemoryStorage();
  new Coach(storage).learn("goal", "place");
  new Coach(storage).learn("take");
  expect(["goal", "place", "take", "keep"].map((key) => new Coach(storage).knows(key))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

describe.each(GAMES)("play now: $name", (client) => {
  test("saves players, level and length, and ignores what does not fit the game", () => {
    const storage = new MemoryStorage();
    const usual = quickGame(client, storage);
    expect(usual).toEqual({ players: client.opponents + 1, level: null, length: client.lengths[0] ?? null });
    const changed = { players: client.players.max, level: "strong" as const, length: client.lengths[1] ?? null };
    saveQuickGame(client, changed, storage);
    expect(quickGame(client, storage)).toEqual(changed);
    for (const wrong of [{ players: 99 }, { level: "godlike" }, { length: "endless" }]) {
      saveQuickGame(client, { ...changed, ...wrong } as typeof changed, storage);
      expect(quickGame(client, storage)).toEqual(usual);
    }
  });

  test("knows the first game", () => {
    const storage = new MemoryStorage();
    expect(isFirstGame(client, storage)).toBe(true);
    rememberGame(client, storage);
    expect(isFirstGame(client, storage)).toBe(false);
  });
});

test("the first games deal all cards at once, and have no clock", () => {
  const options = GAMES.map((client) =>
    [true, false].map((isFirst) => client.quickGame(3, { length: client.lengths[0] ?? null, isFirst }).options),
  );
  expect(options).toEqual([
    [{ first_game: true }, {}],
    [{ assist: true, round_limit: null, hourglass: 600 }, { assist: true }],
  ]);
});
