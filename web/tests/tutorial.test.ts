import { describe, expect, test } from "vitest";
import {
  after,
  before,
  historyAt,
  isTask,
  lessonAt,
  LESSONS,
  momentAt,
  outcomeAt,
  START,
  viewAt,
  type Progress,
  type Tutorial,
} from "../src/coverme/tutorial/lessons";
import written from "../src/coverme/tutorial/season.json";
import type { CoverMeAction } from "../src/wire";

const tutorial = written as unknown as Tutorial;

/** Return the progress at each lesson if the learner always takes the choice with this number. */
function walk(choose: (legal: CoverMeAction[]) => CoverMeAction | undefined): Progress[] {
  const steps = [START];
  while (lessonAt(steps.at(-1)!) !== "end") {
    const now = steps.at(-1)!;
    steps.push(after(tutorial, now, isTask(now) ? choose(viewAt(tutorial, now, "Ada").legal) : undefined));
  }
  return steps;
}

const first = walk(([action]) => action);
const at = (lesson: string): Progress => first.find((progress) => lessonAt(progress) === lesson)!;

/** Return the progress at the end of the season after every possible choice. */
function ends(progress: Progress): Progress[] {
  if (lessonAt(progress) === "special") {
    return [progress];
  }
  return viewAt(tutorial, progress, "Ada").legal.flatMap((action) => ends(after(tutorial, progress, action)));
}

describe("the tutorial", () => {
  test("leads through all lessons, whatever is chosen or skipped", () => {
    const last = walk((legal) => legal.at(-1));
    const skipped = walk(() => undefined);
    for (const steps of [first, last, skipped]) {
      expect(steps.map(lessonAt)).toEqual(LESSONS);
    }
    expect(skipped).toEqual(first);
    expect(last.at(-1)!.path).not.toEqual(first.at(-1)!.path);
  });

  test("leads back the same way", () => {
    const back = [first.at(-1)!];
    while (back[0]!.lesson > 0) {
      back.unshift(before(back[0]!));
    }
    expect(back).toEqual(first);
    expect(before(START)).toEqual(START);
  });

  test("lets the learner choose among three cards each month, and freely later", () => {
    const asked = first.filter(isTask).map((progress) => viewAt(tutorial, progress, "Ada"));
    expect(asked.map(({ decision }) => decision)).toEqual([
      "place",
      "place",
      "place",
      "take",
      "keep",
      "feature",
      "swap",
      "take",
    ]);
    expect(asked.map(({ legal }) => legal.length)).toEqual([3, 3, 3, 4, 2, 2, 10, 4]);
    expect(asked.at(-1)!.phase).toBe("draft");
  });

  test("asks for nothing while a lesson is read", () => {
    const read = first.filter((progress) => !isTask(progress)).map((progress) => viewAt(tutorial, progress, "Ada"));
    expect(read.every(({ legal }) => legal.length === 0)).toBe(true);
  });

  test("has every end of the season, and says which it is", () => {
    const outcomes = ends(at("place-1")).map((progress) => outcomeAt(tutorial, progress));
    expect(outcomes).toHaveLength(27);
    expect(outcomes).not.toContain(null);
    expect(new Set(outcomes)).toContain("three");
    expect(new Set(outcomes)).toContain("some");
    expect(outcomeAt(tutorial, at("place-3"))).toBe(null);
  });

  test("shows scenes in which the texts are true", () => {
    const { keep, feature, swap } = tutorial.scenes;
    expect(keep.private.looked).toHaveLength(2);
    expect(keep.public.influence_row).not.toEqual([]);
    expect(feature.private.legal.every(({ event }) => event === "feature")).toBe(true);
    expect([swap.public.year, swap.public.season]).toEqual([2, "winter"]);
    expect(historyAt(tutorial, at("keep"))).toEqual([]);
    expect(momentAt(tutorial, at("keep"))).toBe(keep);
  });
});
