/** A table of Cover Up without a page: what a hand sends, what was exchanged, and looking back in the game's own time. */
import { beforeAll, describe, expect, test } from "vitest";
import beginning from "../fixtures/coverup/replay.json";
import { at, moments } from "../gallery/cover-up";
import { changed, due, refused, rest, SETTLED } from "../src/coverup/laying";
import type { Pile } from "../src/coverup/pile";
import { paceOf, roundsOf, viewAt } from "../src/coverup/replay";
import { exchangeOf, scored } from "../src/coverup/view";
import { speak, text } from "../src/text/text.svelte";
import type { Placement, Replay } from "../src/wire";

const replay = beginning as unknown as Replay;

function lying(card: string, x: number): Placement {
  return { card, flip: false, turn: 0, x, y: 0 };
}

beforeAll(() => speak("en"));

describe("what is refused", () => {
  const [one, two, three] = [lying("g01", 0), lying("g02", 4), lying("g03", 8)];

  test("is not sent again: the server's pile is shown once everything is answered", () => {
    let [laying] = due(changed(SETTLED, [one, two, three]), [], false);
    laying = refused(laying);
    expect(due(laying, [two], true)).toEqual([laying, []]);
    expect(due(laying, [two, three], false)).toEqual([SETTLED, []]);
  });

  test("takes nothing along that was done since", () => {
    const [sent] = due(changed(SETTLED, [one, two]), [], false);
    const [next, steps] = due(refused(changed(sent, [one, two, three])), [two], false);
    expect(steps.map(({ card }) => card)).toEqual(["g01", "g02", "g03"]);
    expect(due(refused(next), [two], false)).toEqual([SETTLED, []]);
  });

  test("may be the hourglass: a card that was moved meanwhile is sent then", () => {
    const pile: Pile = [one, two];
    const [locking, before] = rest(changed(SETTLED, pile), [one]);
    expect(before).toHaveLength(1);
    const moved = changed(locking, [one, lying("g02", 5)]);
    expect(due(refused(moved), pile, false)[1]).toEqual([{ event: "lay", ...lying("g02", 5) }]);
    expect(due(refused(locking), pile, false)).toEqual([SETTLED, []]);
  });

  test("is nothing to a hand that waits for nothing", () => {
    expect(refused(SETTLED)).toBe(SETTLED);
  });
});

describe("what was given back and taken (CU-N1)", () => {
  test("is seen in the hand that has gone on, by whoever comes just then, too", () => {
    const { view, history } = at("passed");
    const exchange = exchangeOf(view, scored(history).at(-1) ?? null);
    expect([exchange?.gave.id, exchange?.took.id]).toEqual(["g02", "y31"]);
  });

  test("is nothing in the first round, and nothing of a spectator's", () => {
    expect(exchangeOf(at("begun").view, null)).toBeNull();
    const { view, history } = at("spectator");
    expect(exchangeOf(view, scored(history).at(-1) ?? null)).toBeNull();
  });
});

test("whoever gives back may choose among the cards that the server names, until it is chosen", () => {
  const { give_backs, seats } = at("counted").view;
  expect(give_backs).toEqual(seats[2]?.hand);
  expect(at("given-back").view.give_backs).toEqual([]);
  expect(at("given-back").view.giving_back).toBe(moments["given-back"]?.private?.giving_back);
});

test("of an optimum that is not known, nothing is said", () => {
  expect(text("web.up.chart.round", { round: 2, points: 14, best: 0 })).toBe("round 2: 14 points");
  const verdict = { who: "you", name: "", own: 14, best: 12 };
  expect(text("web.up.best.verdict", { ...verdict, ways: 0 })).toBe("You 14, best 12");
  expect(text("web.up.best.verdict", { ...verdict, ways: 1 })).toBe("You 14, best 12, one way");
});

describe("looking back", () => {
  const last = replay.steps.length - 1;

  test("the rounds are chapters", () => {
    const [first, second, ...others] = roundsOf(replay);
    expect(others).toEqual([]);
    expect(first).toEqual({ step: 0, name: "round 1 of 5" });
    expect(viewAt(replay, second?.step ?? 0)?.round).toBe(2);
    expect(viewAt(replay, (second?.step ?? 0) - 1)?.round).toBe(1);
  });

  test("a step lasts as long as it did in the round, and is seen even if it took no time", () => {
    const times = replay.steps.map((_, step) => viewAt(replay, step)?.now ?? 0);
    expect(times.slice(0, 3)).toEqual([0, 1261, 3891]);
    expect([paceOf(replay, 0), paceOf(replay, 1)]).toEqual([1261, 2630]);
    const [first, second] = [replay.steps[1]!, replay.steps[2]!];
    expect(paceOf({ ...replay, steps: [first, { ...second, public: first.public }] }, 0)).toBe(60);
  });

  test("between rounds nobody waits for the clock", () => {
    const end = replay.steps.findIndex(({ public: shown }) => shown.game === "cover-up" && shown.phase === "give-back");
    expect([paceOf(replay, end), paceOf(replay, last)]).toEqual([1500, 1500]);
  });
});
