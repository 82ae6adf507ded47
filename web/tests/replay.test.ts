/** Looking back at a game: what is drawn at each step, and where keys and addresses lead. */
import { beforeAll, describe, expect, test } from "vitest";
import beginnings from "../fixtures/replay/advanced.json";
import { lineOf, spoken } from "../src/coverme/log";
import { seasonsOf, viewAt } from "../src/coverme/replay";
import type { View } from "../src/coverme/view";
import type { CoverMeEvent } from "../src/coverme/wire";
import { cardName } from "../src/coverme/words";
import { chapterAt, historyAt, stepByKey, stepIn } from "../src/replay/walk";
import { speak } from "../src/text/text.svelte";
import type { Replay } from "../src/wire";

const replays = beginnings as unknown as Record<"spectator" | "0" | "face-up", Replay>;
const LAST = 7;

function at(viewer: keyof typeof replays, step: number): View {
  const view = viewAt(replays[viewer], step);
  if (view === null) {
    throw new Error(`${viewer} sees nothing at step ${step}`);
  }
  return view;
}

beforeAll(() => speak("en"));

describe("the table at a step", () => {
  test("is that of the viewer: with no hand, with its own, or with everybody's", () => {
    expect(at("spectator", LAST).hand).toEqual([]);
    expect(at("spectator", LAST).faceUp).toBeNull();
    expect(at("0", LAST).hand).toHaveLength(12);
    expect(at("0", LAST).hand).toEqual(at("face-up", LAST).faceUp?.hands[0]);
    expect(at("face-up", LAST).faceUp?.hands).toHaveLength(2);
  });

  test("shows a cover that lies face down only where every card is face up", () => {
    const placed = (view: View) => view.magazines.filter(({ has_placed }) => has_placed).map((one) => one.placed);
    expect(placed(at("spectator", LAST))).toEqual([null, null]);
    expect(placed(at("0", LAST))).toEqual([null, null]);
    expect(placed(at("face-up", LAST)).every((card) => card !== null)).toBe(true);
  });

  test("leaves nothing to decide, and speaks of everybody by name", () => {
    for (const viewer of ["spectator", "0", "face-up"] as const) {
      const view = at(viewer, LAST);
      expect(view.legal).toEqual([]);
      const [event] = replays[viewer].steps[LAST]?.events as CoverMeEvent[];
      const line = event && lineOf(event, view);
      expect(line && spoken(line, cardName)).toMatch(
        viewer === "face-up" ? /^Bo has chosen\. .+ hair, .+ hair, / : /^Bo has chosen\.$/,
      );
    }
  });
});

test("history grows by the events of each step", () => {
  const { steps } = replays.spectator;
  expect(historyAt(steps, 0)).toEqual(steps[0]?.events);
  expect(historyAt(steps, LAST)).toHaveLength(steps.flatMap(({ events }) => events).length);
});

describe("walking", () => {
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

  test("a step is in the chapter that began last", () => {
    expect([2, 3, 8, 9].map((step) => chapterAt(step, chapters)?.name ?? null)).toEqual([null, "one", "one", "two"]);
  });

  test("chapters of Cover Me are its seasons", () => {
    expect(seasonsOf(replays.spectator)).toEqual([{ step: 6, name: "Winter, year 1" }]);
  });

  test.each([
    ["#5", 5],
    ["#99", 12],
    ["", 0],
    ["#rules", 0],
    ["#-3", 0],
  ])("an address that ends with %j leads to step %i", (hash, step) => {
    expect(stepIn(hash, 12)).toBe(step);
  });
});
