import { describe, expect, test } from "vitest";
import { seasonEnds } from "../src/coverme/season-end";
import {
  START,
  afterDeciding,
  historyAt,
  isTask,
  lessonAt,
  LESSONS,
  afterReading,
  viewAt,
  type Season,
} from "../src/coverme/tutorial/lessons";
import written from "../src/coverme/tutorial/season.json";

const season = written as unknown as Season;

describe("the tutorial", () => {
  test("has lessons for every moment of the season", () => {
    expect(season.moments).toHaveLength(LESSONS.length);
  });

  test("leads from welcome to end", () => {
    const lessons = [];
    let progress = START;
    for (;;) {
      lessons.push(lessonAt(progress));
      if (lessonAt(progress) === "end") {
        break;
      }
      progress = isTask(progress) ? afterDeciding(progress) : afterReading(progress);
    }
    expect(lessons).toEqual(LESSONS.flat());
  });

  test("suggests one choice at a time, from the learner's hand", () => {
    const asked = LESSONS.slice(0, -1).map((_, moment) => viewAt(season, { moment, lesson: 0 }, "Ada"));
    expect(asked.map(({ decision }) => decision)).toEqual(["place", "place", "place", "take"]);
    for (const { legal, hand } of asked) {
      expect(legal).toHaveLength(1);
      const placed = legal.flatMap((action) => (action.event === "place" ? action.cards : []));
      expect(hand).toEqual(expect.arrayContaining(placed));
    }
  });

  test("contains only texts that are true for this season", () => {
    const february = viewAt(season, { moment: 1, lesson: 0 }, "Ada");
    expect(february.magazines.map(({ values }) => values)).toEqual([[3], [2], [3]]);
    const [placed] = season.moments[1]!.private.legal;
    const [own] = february.magazines[0]!.covers;
    expect(placed?.event === "place" && placed.cards[0]?.[1]).toBe(own?.[1]); // the same hair colour
    const [last] = season.moments[2]!.private.legal;
    expect(last?.event === "place" && last.cards[0]?.slice(2)).toBe("lt"); // long hair, stripes
    const [end] = seasonEnds(historyAt(season, { moment: 3, lesson: 0 }), false);
    expect(end?.specials.map(({ fate, value }) => [fate, value])).toEqual([
      ["prestige stack", 3],
      ["influence row", 2],
      ["influence row", 2],
    ]);
    expect(end?.specials[0]?.covers.map(({ isSpecial }) => isSpecial)).toEqual([false, false, true]);
  });
});
