/** The pace of a live table: what is shown when, by a clock that the test sets. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { scenesOf, withCovers } from "../src/coverme/pacing";
import type { Pace } from "../src/design/pace.svelte";
import { MAX_BEHIND_MS, Pacing, type Director, type Shown } from "../src/table/pacing.svelte";
import type { CoverMeEvent, CoverMePublic } from "../src/wire";
import reveals from "../fixtures/reveals/reveals.json";
import { fixture } from "./fixtures";

interface Recorded {
  before: CoverMePublic;
  after: CoverMePublic;
  events: CoverMeEvent[];
}
const { public: start } = fixture("standard-place-1");

/** Return the table with so many cards in the next pile, which tells states apart. */
function table(number: number): CoverMePublic {
  return { ...start, next_pile: { size: number, known: [] } };
}

function numberOf({ public: shown }: Shown): number {
  return shown?.game === "cover-me" ? shown.next_pile.size : -1;
}

const took: CoverMeEvent = { event: "took", seat: 1, source: "face-down", card: null };

let shown: Shown;
let pacing: Pacing;

/** Send the table an update with these events. */
function update(number: number, ...news: CoverMeEvent[]): void {
  shown = { ...shown, public: table(number), history: [...shown.history, ...news], news };
  pacing.take(shown);
}

function begin(pace: Pace, director: Director = scenesOf): void {
  shown = { public: table(0), private: null, history: [], news: [] };
  pacing = new Pacing(director, () => pace);
  pacing.take(shown);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what happens is shown", () => {
  test.each([
    ["calm", 1000],
    ["brisk", 500],
  ] as const)("one after another (%s)", (pace, wait) => {
    begin(pace);
    [1, 2, 3].forEach((number) => update(number, took));
    for (const number of [1, 2, 3]) {
      expect(numberOf(pacing.shown)).toBe(number);
      expect(pacing.isBehind).toBe(number < 3);
      expect(pacing.shown.news).toEqual([took]);
      vi.advanceTimersByTime(wait - 1);
      expect(numberOf(pacing.shown)).toBe(number);
      vi.advanceTimersByTime(1);
    }
    expect(pacing.isHolding).toBe(false);
  });

  test("at once if the player wants it, with all news", () => {
    begin("instant");
    update(1, took);
    expect(numberOf(pacing.shown)).toBe(1);
    update(2, took);
    expect(numberOf(pacing.shown)).toBe(2);
    const { before, after, events } = reveals[0] as unknown as Recorded;
    shown = { ...shown, public: before };
    pacing.take(shown);
    shown = { ...shown, public: after, history: [...shown.history, ...events], news: events };
    pacing.take(shown);
    expect(pacing.shown.public).toBe(after);
    expect(pacing.shown.news).toEqual(events);
  });

  test("at once if a choice is hidden", () => {
    begin("calm");
    update(1, { event: "placed", seat: 1, cards: [null] });
    update(2, { event: "placed", seat: 2, cards: [null] });
    expect(numberOf(pacing.shown)).toBe(2);
  });
});

describe("the present is shown", () => {
  test("after a tap, and announces what was left out", () => {
    begin("calm");
    [1, 2, 3].forEach((number) => update(number, took));
    pacing.skip();
    expect(numberOf(pacing.shown)).toBe(3);
    expect(pacing.isBehind).toBe(false);
    expect(pacing.shown.news).toEqual([took, took]);
    vi.runAllTimers();
    expect(numberOf(pacing.shown)).toBe(3);
  });

  test("after an absence, in which events were missed", () => {
    begin("calm");
    update(1, took);
    update(2, took);
    shown = { ...shown, public: table(9), history: [...shown.history, took, took, took], news: [] };
    pacing.take(shown);
    expect(numberOf(pacing.shown)).toBe(9);
    expect(pacing.isBehind).toBe(false);
  });

  test("while nobody sees the page", () => {
    begin("calm");
    update(1, took);
    shown = { ...shown, public: table(2), history: [...shown.history, took], news: [took] };
    pacing.take(shown, false);
    expect(numberOf(pacing.shown)).toBe(2);
  });
});

test("a message without news of the game changes nothing", () => {
  begin("calm");
  update(1, took);
  update(2, took);
  const before = pacing.shown;
  pacing.take({ ...shown });
  expect(pacing.shown).toBe(before);
});

test("the page is never more than a few seconds behind", () => {
  begin("calm");
  const count = 40;
  for (let number = 1; number <= count; number += 1) {
    update(number, took);
  }
  const seen = [numberOf(pacing.shown)];
  const told = [...pacing.shown.news];
  for (let passed = 0; pacing.isBehind; passed += 100) {
    expect(passed).toBeLessThanOrEqual(MAX_BEHIND_MS + 1000);
    vi.advanceTimersByTime(100);
    if (numberOf(pacing.shown) !== seen.at(-1)) {
      seen.push(numberOf(pacing.shown));
      told.push(...pacing.shown.news);
    }
  }
  expect(seen).toEqual([1, 36, 37, 38, 39, 40]);
  expect(told).toHaveLength(count);
});

test("nothing is shown while the player reads, and then the rest follows", () => {
  begin("calm");
  update(1, took);
  pacing.pause(true);
  update(2, took);
  update(3, took);
  vi.advanceTimersByTime(60_000);
  expect(numberOf(pacing.shown)).toBe(1);
  pacing.pause(false);
  expect(numberOf(pacing.shown)).toBe(2);
  vi.advanceTimersByTime(1000);
  expect(numberOf(pacing.shown)).toBe(3);
});

describe("a reveal", () => {
  const recorded = reveals as unknown as Recorded[];
  const third = recorded.find(({ events }) => events.some(({ event }) => event === "featured"))!;

  test("of the third month stays on the table before the season ends", () => {
    begin("calm");
    shown = { ...shown, public: third.before };
    pacing.take(shown);
    shown = { ...shown, public: third.after, history: [...shown.history, ...third.events], news: third.events };
    pacing.take(shown);
    const covers = (): number[] =>
      pacing.shown.public?.game === "cover-me" ? pacing.shown.public.magazines.map((each) => each.covers.length) : [];
    expect(covers().every((count) => count === 3)).toBe(true);
    expect(pacing.shown.history.at(-1)?.event).toBe("revealed");
    vi.advanceTimersByTime(1999);
    expect(covers().every((count) => count === 3)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(covers().every((count) => count === 0)).toBe(true);
    expect(pacing.shown.history).toHaveLength(third.events.length);
  });

  test("shows the hand without the turned cover, and without the models that come back later", () => {
    const { private: own } = fixture("standard-place-1");
    const [mine = "", ...rest] = own.hand;
    const events: CoverMeEvent[] = [
      { event: "placed", seat: own.seat, cards: [mine] },
      { event: "revealed", month: 1, covers: [[own.seat, mine]] },
    ];
    const before: Shown = { public: start, private: own, history: [], news: [] };
    const [turned] = scenesOf(before, { ...before, history: events, news: events });
    expect(turned?.shown.private).toMatchObject({ hand: rest, placed: [], legal: [] });
  });

  test.each(recorded.map((each, number) => [number, each] as const))(
    "shows the table that the server had: %i",
    (_, { before, after, events }) => {
      const reveal = events.find(({ event }) => event === "revealed");
      if (reveal?.event !== "revealed") {
        throw new Error("no reveal was recorded");
      }
      const drawn = withCovers(before, reveal);
      const judged = events.find(({ event }) => event === "judged");
      if (judged?.event === "judged") {
        expect(drawn.tracks).toEqual(judged.tracks);
        expect(drawn.trends).toEqual(judged.trends);
        expect(drawn.magazines.map(({ values }) => values)).toEqual(judged.values);
      } else {
        const known = ({ covers, values }: { covers: string[]; values: number[] }) => ({ covers, values });
        expect(drawn.tracks).toEqual(after.tracks);
        expect(drawn.trends).toEqual(after.trends);
        expect(drawn.magazines.map(known)).toEqual(after.magazines.map(known));
        expect(drawn.hands.map(({ size }) => size)).toEqual(after.hands.map(({ size }) => size));
      }
    },
  );
});
