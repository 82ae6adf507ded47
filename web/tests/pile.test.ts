/** Piles, unconfirmed changes and board layout. tests/web/test_pile.py compares what is visible in a pile with the rules. */
import { describe, expect, test } from "vitest";
import { changed, due, remaining, SETTLED } from "../src/coverup/laying";
import {
  extent,
  flipped,
  isSame,
  laid,
  lifted,
  rowsOf,
  sizeOf,
  snapped,
  stepsBetween,
  turned,
  type Pile,
} from "../src/coverup/pile";
import { seatsAround, scoredRounds, statusOf, type View } from "../src/coverup/view";
import type { Event, Placement, SeatView } from "../src/wire";

const MAT = { x: 0, y: 0, width: 10, height: 9 };
const NAMES = ["g01", "g02", "g03", "g04", "g05"];

function at(card: string, x: number, y: number, turn = 0, flip = false): Placement {
  return { card, flip, turn, x, y };
}

/** Return a random pile, by a linear congruential generator. */
function randomPile(seed: number): Pile {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const cards = NAMES.filter(() => next(4) > 0);
  const order = cards.map((card) => [next(1000), card] as const).sort(([one], [other]) => one - other);
  return order.map(([, card]) => at(card, next(3), next(3), next(4), next(2) === 1));
}

/** Return the server's pile after these decisions: a laid card goes to the top (CU-P1). */
function carriedOut(pile: Pile, steps: ReturnType<typeof stepsBetween>): Pile {
  return steps.reduce<Pile>((now, step) => {
    if (step.event === "lift") {
      return lifted(now, step.card);
    }
    const { event: _, ...placement } = step;
    return laid(now, placement);
  }, pile);
}

describe("a card", () => {
  test("is mirrored and then turned clockwise", () => {
    const squares = [1, 2, 3, 4, 5, 6, 0, 0];
    expect(rowsOf(squares, { flip: true, turn: 0 })).toEqual([
      [4, 3, 2, 1],
      [0, 0, 6, 5],
    ]);
    expect(rowsOf(squares, { flip: false, turn: 1 })).toEqual([
      [5, 1],
      [6, 2],
      [0, 3],
      [0, 4],
    ]);
  });

  test("turns about its centre and stays on the grid", () => {
    const once = turned(at("g01", 3, 3));
    expect(once).toEqual(at("g01", 4, 2, 1));
    expect(sizeOf(once)).toEqual({ width: 2, height: 4 });
    expect(turned(turned(turned(once)))).toEqual(at("g01", 3, 3));
    expect(turned(once, -1)).toEqual(at("g01", 3, 3));
    expect(flipped(flipped(once))).toEqual(once);
  });

  test("snaps to the nearest squares of the mat", () => {
    expect(snapped(at("g01", 2.4, 3.6), MAT)).toEqual(at("g01", 2, 4));
    expect(snapped(at("g01", -3, 20), MAT)).toEqual(at("g01", 0, 7));
    expect(snapped(at("g01", 20, 20, 1), MAT)).toEqual(at("g01", 8, 5, 1));
  });
});

describe("a pile", () => {
  test("has a moved card on top", () => {
    const pile = laid(laid([], at("g01", 0, 0)), at("g02", 1, 1));
    expect(laid(pile, at("g01", 2, 2)).map(({ card }) => card)).toEqual(["g02", "g01"]);
    expect(extent(pile)).toEqual({ x: 0, y: 0, width: 5, height: 3 });
    expect(extent([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });

  test("becomes any other pile by its steps, and needs none if it is equal", () => {
    for (let seed = 0; seed < 500; seed++) {
      const [from, to] = [randomPile(seed), randomPile(seed + 1000)];
      expect(isSame(carriedOut(from, stepsBetween(from, to)), to)).toBe(true);
      expect(stepsBetween(to, to)).toEqual([]);
    }
  });

  test("takes one step for a card that was laid, moved on top, or lifted", () => {
    const pile = [at("g01", 0, 0), at("g02", 1, 1)];
    expect(stepsBetween(pile, laid(pile, at("g03", 2, 0)))).toEqual([{ event: "lay", ...at("g03", 2, 0) }]);
    expect(stepsBetween(pile, laid(pile, at("g01", 5, 5)))).toEqual([{ event: "lay", ...at("g01", 5, 5) }]);
    expect(stepsBetween(pile, lifted(pile, "g01"))).toEqual([{ event: "lift", card: "g01" }]);
  });
});

describe("unconfirmed changes", () => {
  const [one, two, three] = [at("g01", 0, 0), at("g02", 1, 0), at("g03", 2, 0)];

  test("are sent one at a time, and later ones together", () => {
    let [laying, steps] = due(changed(SETTLED, [one]), [], false);
    expect(steps).toHaveLength(1);
    laying = changed(changed(laying, [one, two]), [one, two, three]);
    [laying, steps] = due(laying, [], true);
    expect(steps).toEqual([]);
    [laying, steps] = due(laying, [one], false);
    expect(steps.map((step) => step.card)).toEqual(["g02", "g03"]);
    [laying, steps] = due(laying, [one, two, three], false);
    expect([laying, steps]).toEqual([SETTLED, []]);
  });

  test("contain a card once even if it was moved many times", () => {
    const [first] = due(changed(SETTLED, [one]), [], false);
    const moved = [5, 6, 7].reduce((laying, x) => changed(laying, [at("g01", x, 0)]), first);
    expect(due(moved, [one], false)[1]).toEqual([{ event: "lay", ...at("g01", 7, 0) }]);
  });

  test("are sent without waiting before the pile is locked", () => {
    const [laying] = due(changed(SETTLED, [one]), [], false);
    expect(remaining(changed(laying, [one, two]), [])[1]).toEqual([{ event: "lay", ...two }]);
    expect(remaining(SETTLED, [one])).toEqual([SETTLED, []]);
  });
});

describe("a table", () => {
  const side = { locked: false, flipped: false, has_given_back: false } as SeatView;

  test("knows what every player is doing", () => {
    expect(statusOf(side, "lay")).toBe("laying");
    expect(statusOf({ ...side, locked: true }, "lay")).toBe("done");
    expect(statusOf({ ...side, locked: true, flipped: true }, "lay")).toBe("flipped");
    expect(statusOf({ ...side, has_given_back: true }, "give-back")).toBe("chosen");
  });

  test("lists the seats clockwise from the viewer, or from the first seat for a spectator", () => {
    const seats = [side, side, side];
    expect(seatsAround({ seat: 1, seats } as View)).toEqual([1, 2, 0]);
    expect(seatsAround({ seat: null, seats } as View)).toEqual([0, 1, 2]);
  });

  test("knows every scored round once, however often it was sent", () => {
    const round = (number: number): Event => ({ event: "round_scored", round: number, scores: [] });
    expect(
      scoredRounds([round(1), { event: "round_began", round: 2 }, round(2), round(1)]).map((one) => one.round),
    ).toEqual([1, 2]);
  });
});
