/** A hand over the light table: what taps, keys and drags make of a pile, and what can be undone. */
import { beforeEach, describe, expect, test } from "vitest";
import { Holding } from "../src/coverup/holding.svelte";
import type { Pile } from "../src/coverup/pile";
import type { Placement } from "../src/wire";

const MAT = { x: 0, y: 0, width: 10, height: 9 };

function at(card: string, x: number, y: number, turn = 0, flip = false): Placement {
  return { card, flip, turn, x, y };
}

let pile: Pile;
let mayMove: boolean;
let holding: Holding;

beforeEach(() => {
  pile = [];
  mayMove = true;
  holding = new Holding(() => ({ pile, mat: MAT, mayMove, change: (to) => (pile = to) }));
});

describe("a tap", () => {
  test("turns a card that lies, and one that is still in the hand", () => {
    pile = [at("g01", 3, 3)];
    holding.tap("g01", 0);
    expect(pile).toEqual([at("g01", 4, 2, 1)]);
    holding.tap("g02", 1000);
    expect(holding.orientationOf("g02")).toEqual({ flip: false, turn: 1 });
  });

  test("that is soon followed by another one flips instead, and is one thing to undo", () => {
    pile = [at("g01", 3, 3)];
    holding.tap("g01", 0);
    holding.tap("g01", 200);
    expect(pile).toEqual([at("g01", 3, 3, 0, true)]);
    holding.undo();
    expect(pile).toEqual([at("g01", 3, 3)]);
    holding.tap("g02", 1000);
    holding.tap("g02", 1200);
    expect(holding.orientationOf("g02")).toEqual({ flip: true, turn: 0 });
  });

  test("that is later followed by another one turns twice", () => {
    pile = [at("g01", 3, 3)];
    holding.tap("g01", 0);
    holding.tap("g01", 500);
    expect(pile).toEqual([at("g01", 3, 3, 2)]);
  });
});

describe("a card that is held", () => {
  test("is laid where it snaps to, and shows there before", () => {
    holding.hold(at("g01", 2.3, 2.8), true);
    expect(pile).toEqual([]);
    expect(holding.pile).toEqual([at("g01", 2, 3)]);
    holding.putDown();
    expect(pile).toEqual([at("g01", 2, 3)]);
    expect(holding.air).toBeNull();
  });

  test("goes back into the hand as it is turned when it is put down there", () => {
    pile = [at("g01", 2, 3)];
    holding.hold(at("g01", 2, 20, 1), false);
    expect(holding.pile).toEqual([]);
    holding.putDown();
    expect(pile).toEqual([]);
    expect(holding.orientationOf("g01")).toEqual({ flip: false, turn: 1 });
  });

  test("is put down when another one is picked, and back where it was when it is let go", () => {
    pile = [at("g01", 2, 3)];
    holding.nudge("g01", 1, 0);
    holding.letGo();
    expect(holding.pile).toEqual([at("g01", 2, 3)]);
    holding.nudge("g01", 1, 0);
    holding.pick("g02");
    expect(pile).toEqual([at("g01", 3, 3)]);
  });

  test("comes over the pile from the hand, or over the middle of an empty mat", () => {
    holding.nudge("g01", 0, 0);
    expect(holding.target).toEqual(at("g01", 3, 4));
    holding.letGo();
    pile = [at("g01", 0, 0)];
    holding.nudge("g02", 1, 0);
    expect(holding.target).toEqual(at("g02", 0, 0));
    holding.nudge("g02", -1, 0);
    expect(holding.target).toEqual(at("g02", 0, 0)); // the mat ends there
  });
});

describe("undoing", () => {
  test("goes back move by move, to the empty mat", () => {
    for (const x of [1, 2, 3]) {
      holding.hold(at("g01", x, 0), true);
      holding.putDown();
    }
    holding.lift("g01");
    const seen = [0, 1, 2, 3].map(() => {
      holding.undo();
      return pile.map((one) => one.x);
    });
    expect(seen).toEqual([[3], [2], [1], []]);
    expect(holding.mayUndo).toBe(false);
  });

  test("is over with another hand", () => {
    holding.hold(at("g01", 1, 0), true);
    holding.putDown();
    holding.reset();
    expect(holding.mayUndo).toBe(false);
  });
});

test("whoever may not move turns, lifts and undoes nothing", () => {
  holding.hold(at("g01", 1, 0), true);
  holding.putDown();
  mayMove = false;
  holding.turn("g01");
  holding.flip("g01");
  holding.lift("g01");
  holding.undo();
  expect(pile).toEqual([at("g01", 1, 0)]);
});
