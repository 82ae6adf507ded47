/** Cover Up: what is sent to the server, exchanged cards, and replays. */
import { beforeAll, describe, expect, test } from "vitest";
import beginning from "../fixtures/coverup/replay.json";
import { at, moments } from "../gallery/cover-up-fixture";
import { changed, due, refused, remaining, SETTLED } from "../src/coverup/laying";
import type { Pile } from "../src/coverup/pile";
import { pointsByRound } from "../src/coverup/points-by-round";
import { roundsOf, stepDuration, viewAt } from "../src/coverup/replay";
import { exchangeOf, scoredRounds } from "../src/coverup/view";
import { setLanguage, text } from "../src/text/text.svelte";
import type { Optimum, Placement, Replay, RoundScored } from "../src/wire";

const replay = beginning as unknown as Replay;

function lying(card: string, x: number): Placement {
  return { card, flip: false, turn: 0, x, y: 0 };
}

beforeAll(() => setLanguage("en"));

describe("a refused change", () => {
  const [one, two, three] = [lying("g01", 0), lying("g02", 4), lying("g03", 8)];

  test("is not sent again: the server's pile is shown once everything is answered", () => {
    let [laying] = due(changed(SETTLED, [one, two, three]), [], false);
    laying = refused(laying);
    expect(due(laying, [two], true)).toEqual([laying, []]);
    expect(due(laying, [two, three], false)).toEqual([SETTLED, []]);
  });

  test("does not undo later changes", () => {
    const [sent] = due(changed(SETTLED, [one, two]), [], false);
    const [next, steps] = due(refused(changed(sent, [one, two, three])), [two], false);
    expect(steps.map(({ card }) => card)).toEqual(["g01", "g02", "g03"]);
    expect(due(refused(next), [two], false)).toEqual([SETTLED, []]);
  });

  test("may be about the hourglass: a card that was moved meanwhile is sent then", () => {
    const pile: Pile = [one, two];
    const [locking, before] = remaining(changed(SETTLED, pile), [one]);
    expect(before).toHaveLength(1);
    const moved = changed(locking, [one, lying("g02", 5)]);
    expect(due(refused(moved), pile, false)[1]).toEqual([{ event: "lay", ...lying("g02", 5) }]);
    expect(due(refused(locking), pile, false)).toEqual([SETTLED, []]);
  });

  test("does not matter if nothing is unconfirmed", () => {
    expect(refused(SETTLED)).toBe(SETTLED);
  });
});

describe("the exchanged cards (CU-N1)", () => {
  test("are found by comparing hands, even by a player who has just connected", () => {
    const { view, history } = at("passed");
    const exchange = exchangeOf(view, scoredRounds(history).at(-1) ?? null);
    expect([exchange?.gave.id, exchange?.took.id]).toEqual(["g02", "y31"]);
  });

  test("do not exist in the first round, nor for spectators", () => {
    expect(exchangeOf(at("begun").view, null)).toBeNull();
    const { view, history } = at("spectator");
    expect(exchangeOf(view, scoredRounds(history).at(-1) ?? null)).toBeNull();
  });
});

test("a player may give back the cards that the server names, until one is chosen", () => {
  const { give_backs, seats } = at("counted").view;
  expect(give_backs).toEqual(seats[2]?.hand);
  expect(at("given-back").view.give_backs).toEqual([]);
  expect(at("given-back").view.giving_back).toBe(moments["given-back"]?.private?.giving_back);
});

test("the best pile is compared with the pile alone, without the hourglass (CU-S4)", () => {
  const scores = [
    { points: 14, hourglass: -1 },
    { points: 23, hourglass: 0 },
  ];
  const rounds = [{ round: 3, scores }] as unknown as RoundScored[];
  const optima = new Map([[3, [{ points: 14 }, { points: 15 }] as unknown as Optimum[]]]);
  expect(pointsByRound(rounds, optima, 0)).toEqual([{ round: 3, points: 14, pile: 15, hourglass: -1, best: 14 }]);
  expect(pointsByRound(rounds, new Map(), 1)).toEqual([{ round: 3, points: 23, pile: 23, hourglass: 0, best: null }]);
});

test("texts do not mention an unknown optimum", () => {
  expect(text("web.up.chart.round", { round: 2, points: 14, pile: 15, best: 0 })).toBe("round 2: 14 points");
  expect(text("web.up.chart.round", { round: 2, points: 14, pile: 15, best: 13 })).toBe(
    "round 2: 14 points; pile 15, best pile 13",
  );
  const verdict = { who: "you", name: "", own: 14, best: 12 };
  expect(text("web.up.best.verdict", { ...verdict, ways: 0 })).toBe("You 14, best 12");
  expect(text("web.up.best.verdict", { ...verdict, ways: 1 })).toBe("You 14, best 12, one way");
});

describe("a replay", () => {
  const last = replay.steps.length - 1;

  test("has the rounds as chapters", () => {
    const [first, second, ...others] = roundsOf(replay);
    expect(others).toEqual([]);
    expect(first).toEqual({ step: 0, name: "round 1 of 5" });
    expect(viewAt(replay, second?.step ?? 0)?.round).toBe(2);
    expect(viewAt(replay, (second?.step ?? 0) - 1)?.round).toBe(1);
  });

  test("shows each step as long as it took, and at least for a moment", () => {
    const times = replay.steps.map((_, step) => viewAt(replay, step)?.now ?? 0);
    expect(times.slice(0, 3)).toEqual([0, 1261, 3891]);
    expect([stepDuration(replay, 0), stepDuration(replay, 1)]).toEqual([1261, 2630]);
    const [first, second] = [replay.steps[1]!, replay.steps[2]!];
    expect(stepDuration({ ...replay, steps: [first, { ...second, public: first.public }] }, 0)).toBe(60);
  });

  test("has fixed pauses between rounds", () => {
    const end = replay.steps.findIndex(({ public: shown }) => shown.game === "cover-up" && shown.phase === "give-back");
    expect([stepDuration(replay, end), stepDuration(replay, last)]).toEqual([1500, 1500]);
  });
});
