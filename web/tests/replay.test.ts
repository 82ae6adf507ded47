/** Replays of Cover Me: what is drawn at each step, and where keys and addresses lead. */
import { beforeAll, describe, expect, test } from "vitest";
import beginnings from "../fixtures/replay/advanced.json";
import { lineOf, plainText } from "../src/coverme/log";
import { cardName } from "../src/coverme/names";
import { seasonsOf, viewAt } from "../src/coverme/replay";
import type { View } from "../src/coverme/view";
import { chapterAt, historyAt, stepByKey, stepFromHash } from "../src/replay/navigation";
import { setLanguage } from "../src/text/text.svelte";
import type { CoverMeEvent, Replay } from "../src/wire";

const replays = beginnings as unknown as Record<"spectator" | "0" | "face-up", Replay>;
const LAST = 7;

function at(viewer: keyof typeof replays, step: number): View {
  const view = viewAt(replays[viewer], step);
  if (view === null) {
    throw new Error(`${viewer} sees nothing at step ${step}`);
  }
  return view;
}

beforeAll(() => setLanguage("en"));

describe("the table at a step", () => {
  test("is that of the viewer: without a hand, with its own, or with all hands", () => {
    expect(at("spectator", LAST).hand).toEqual([]);
    expect(at("spectator", LAST).faceUp).toBeNull();
    expect(at("0", LAST).hand).toHaveLength(12);
    expect(at("0", LAST).hand).toEqual(at("face-up", LAST).faceUp?.hands[0]);
    expect(at("face-up", LAST).faceUp?.hands).toHaveLength(2);
  });

  test("shows face-down covers only if all cards are face up", () => {
    const placed = (view: View) => view.magazines.filter(({ has_placed }) => has_placed).map((one) => one.placed);
    expect(placed(at("spectator", LAST))).toEqual([null, null]);
    expect(placed(at("0", LAST))).toEqual([null, null]);
    expect(placed(at("face-up", LAST)).every((card) => card !== null)).toBe(true);
  });

  test("has nothing to decide, and calls everybody by name", () => {
    for (const viewer of ["spectator", "0", "face-up"] as const) {
      const view = at(viewer, LAST);
      expect(view.legal).toEqual([]);
      const [event] = replays[viewer].steps[LAST]?.events as CoverMeEvent[];
      const line = event && lineOf(event, view);
      expect(line && plainText(line, cardName)).toMatch(
        viewer === "face-up" ? /^Bo has chosen\. .+ hair, .+ hair, / : /^Bo has chosen\.$/,
      );
    }
  });
});

test("the history grows by the events of each step", () => {
  const { steps } = replays.spectator;
  expect(historyAt(steps, 0)).toEqual(steps[0]?.events);
  expect(historyAt(steps, LAST)).toHaveLength(steps.flatMap(({ events }) => events).length);
});

describe("navigation", () => {
  const chapters = [
    { step: 3, name: "one" },
    { step: 9, name: "two" },
  ];

  test.each([
    ["ArrowRight", 4, 5],
    ["ArrowRight", 12, 12],
    ["ArrowLeft", 4, 3],
    ["ArrowLeft", 0, 0],
    ["Home", 4, 0],
    ["End", 4, 12],
    ["PageDown", 0, 3],
    ["PageDown", 3, 9],
    ["PageDown", 9, 12],
    ["PageUp", 12, 9],
    ["PageUp", 9, 3],
    ["PageUp", 3, 0],
    ["Enter", 4, null],
  ])("%s at step %i leads to %s", (key, step, wanted) => {
    expect(stepByKey(key, step, 12, chapters)).toBe(wanted);
  });

  test("a step belongs to the chapter that began last", () => {
    expect([2, 3, 8, 9].map((step) => chapterAt(step, chapters)?.name ?? null)).toEqual([null, "one", "one", "two"]);
  });

  test("the chapters are the seasons", () => {
    expect(seasonsOf(replays.spectator)).toEqual([{ step: 6, name: "Winter, year 1" }]);
  });

  test.each([
    ["#5", 5],
    ["#99", 12],
    ["", 0],
    ["#rules", 0],
    ["#-3", 0],
  ])("the hash %j leads to step %i", (hash, step) => {
    expect(stepFromHash(hash, 12)).toBe(step);
  });
});
