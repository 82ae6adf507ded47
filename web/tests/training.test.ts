/** Positions to solve: what is right, when a puzzle is asked again, what is collected, and what survives damage. */
import { expect, test } from "vitest";
import { saveAnswer, savedAnswers } from "../src/coverme/training/daily-position";
import {
  answered,
  collect,
  dayOf,
  dueOn,
  MAX_PUZZLES,
  ownPuzzles,
  savePuzzles,
  type JudgedEntry,
} from "../src/coverme/training/own-puzzles";
import { choiceOf, isRight } from "../src/coverme/training/position";
import { saveSeat } from "../src/server/seats";
import { continuationRequest } from "../src/training/continue";
import type { CoverMeAction, Replay } from "../src/wire";
import { MemoryStorage } from "./memory-storage";

const NOW = new Date(2026, 10, 30, 23, 59);
const place = (card: string): CoverMeAction => ({ event: "place", cards: [card] });
const written = (card: string): Record<string, unknown> => ({ ...place(card) });
const option = (card: string, behind: number) => ({
  action: written(card),
  share: 300_000 - behind,
  behind,
  margin: 4_200,
});
const ENTRY: JudgedEntry = {
  index: 7,
  judgement: {
    legal: 2,
    chosen: written("Gkmd"),
    mark: "mistake",
    options: [option("Ybsq", 0), option("Gkmd", 45_600)],
  },
};
const shown = { public: { game: "cover-me", phase: "place" }, private: { game: "cover-me", legal: [], seat: 1 } };
const REPLAY = {
  arrangement: { game: "cover-me", players: 2, options: {} },
  players: [{ name: "Ada" }, { name: "Bo" }],
  steps: [
    { index: 5, ...shown },
    { index: 7, ...shown },
  ],
} as unknown as Replay;

function collected(entry: JudgedEntry = ENTRY, seat = 1): MemoryStorage {
  const storage = new MemoryStorage();
  saveSeat({ table: "t", token: "x", game: "cover-me", title: "", at: 1, seat: 1 }, storage);
  collect([entry], REPLAY, { table: "t", seat, now: NOW }, storage);
  return storage;
}

test("a marked decision becomes a puzzle with the table before it and all legal actions", () => {
  const [puzzle] = ownPuzzles(collected());
  expect(puzzle).toMatchObject({ id: "t/1/7", stage: 0, due: "2026-11-30", chosen: place("Gkmd") });
  expect(puzzle?.position.players).toEqual(["Ada", ""]);
  expect(puzzle?.position.private.legal).toEqual([place("Ybsq"), place("Gkmd")]);
  expect(puzzle?.choices[1]).toEqual({ action: place("Gkmd"), share: 254, behind: 46, margin: 5 });
});

test("decisions of others, good ones, and those that are not wholly valued are no puzzles", () => {
  expect(ownPuzzles(collected(ENTRY, 0))).toEqual([]);
  const { judgement } = ENTRY;
  expect(ownPuzzles(collected({ index: 7, judgement: { ...judgement!, mark: null } }))).toEqual([]);
  expect(ownPuzzles(collected({ index: 7, judgement: { ...judgement!, legal: 3 } }))).toEqual([]);
  expect(ownPuzzles(collected({ index: 6, judgement }))).toEqual([]);
  const close = [option("Ybsq", 0), option("Gkmd", 4_000)];
  expect(ownPuzzles(collected({ index: 7, judgement: { ...judgement!, options: close } }))).toEqual([]);
});

test("right answers come back after 1, 3, 7 and 21 days, and then the puzzle is learned", () => {
  const storage = collected();
  let puzzles = ownPuzzles(storage);
  let now = NOW;
  for (const days of [1, 3, 7, 21]) {
    puzzles = answered(puzzles, "t/1/7", puzzles[0]!.choices[0]!, now);
    expect(puzzles[0]?.due).toBe(dayOf(now, days));
    expect(dueOn(dayOf(now, days - 1), puzzles)).toEqual([]);
    now = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
    expect(dueOn(dayOf(now), puzzles)).toHaveLength(1);
  }
  puzzles = answered(puzzles, "t/1/7", puzzles[0]!.choices[0]!, now);
  expect(puzzles).toEqual([]);
  savePuzzles(puzzles, storage);
  collect([ENTRY], REPLAY, { table: "t", seat: 1, now }, storage);
  expect(ownPuzzles(storage)).toEqual([]);
});

test("a wrong answer starts from the beginning", () => {
  const [puzzle] = ownPuzzles(collected());
  const late = { ...puzzle!, stage: 3 };
  expect(answered([late], late.id, late.choices[1]!, NOW)[0]).toMatchObject({ stage: 0, due: "2026-12-01" });
  expect(answered([late], late.id, null, NOW)[0]).toMatchObject({ stage: 0 });
});

test("a decision is collected once, and only so many are kept", () => {
  const storage = collected();
  collect([ENTRY], REPLAY, { table: "t", seat: 1, now: NOW }, storage);
  expect(ownPuzzles(storage)).toHaveLength(1);
  const [puzzle] = ownPuzzles(storage);
  savePuzzles(
    Array.from({ length: MAX_PUZZLES }, (_, number) => ({ ...puzzle!, id: `x/${number}` })),
    storage,
  );
  saveSeat({ table: "u", token: "x", game: "cover-me", title: "", at: 1, seat: 1 }, storage);
  collect([ENTRY], REPLAY, { table: "u", seat: 1, now: NOW }, storage);
  expect(ownPuzzles(storage)).toHaveLength(MAX_PUZZLES);
  expect(ownPuzzles(storage)[0]?.id).toBe("u/1/7");
});

test("damaged storage loses only what is damaged", () => {
  const storage = collected();
  const [puzzle] = ownPuzzles(storage);
  storage.setItem("covergames.mine.1", JSON.stringify([puzzle, null, 3, { id: "t" }, { ...puzzle, choices: [] }]));
  expect(ownPuzzles(storage)).toEqual([puzzle]);
  storage.setItem("covergames.mine.1", "{");
  storage.setItem("covergames.mine.learned.1", "{}");
  expect(ownPuzzles(storage)).toEqual([]);
  storage.setItem("covergames.place.answers.1", "[1]");
  expect(savedAnswers(storage)).toEqual({});
});

test("the first answer of a day counts", () => {
  const storage = new MemoryStorage();
  saveAnswer("2026-11-30", place("Gkmd"), storage);
  expect(saveAnswer("2026-11-30", place("Ybsq"), storage)).toEqual({ "2026-11-30": place("Gkmd") });
});

test("cards to keep are the same in any order, and what cannot be told from the best is right", () => {
  const both = { action: { event: "keep", cards: ["Ybsq", "Gkmd"] } as CoverMeAction, share: 1, behind: 3, margin: 4 };
  expect(choiceOf([both], { event: "keep", cards: ["Gkmd", "Ybsq"] })).toBe(both);
  expect(choiceOf([both], place("Ybsq"))).toBeNull();
  expect([isRight(both), isRight({ ...both, behind: 5 })]).toEqual([true, false]);
});

test("a game continues from a table or from a record", () => {
  const choice = { seat: 2, isAnew: true, bot: "trend" };
  const where = { game: "cover-me", step: 12, players: ["Ada"] } as const;
  expect(continuationRequest({ ...where, source: { table: "a b" } }, choice)).toEqual([
    "/api/tables/a%20b/continuations?step=12&seat=2&anew=true",
    undefined,
  ]);
  const record = { game: "cover-me" };
  expect(continuationRequest({ ...where, source: { record } }, { ...choice, isAnew: false })).toEqual([
    "/api/continuations?step=12&seat=2&anew=false",
    record,
  ]);
});
