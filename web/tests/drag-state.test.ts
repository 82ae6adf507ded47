/** Moving cards on the light table: taps, keys, drags and undo. */
import { beforeEach, describe, expect, test } from "vitest";
import { DragState } from "../src/coverup/drag-state.svelte";
import type { Pile } from "../src/coverup/pile";
import type { Placement } from "../src/wire";

const MAT = { x: 0, y: 0, width: 10, height: 9 };

function at(card: string, x: number, y: number, turn = 0, flip = false): Placement {
  return { card, flip, turn, x, y };
}

let pile: Pile;
let mayMove: boolean;
let dragState: DragState;

beforeEach(() => {
  pile = [];
  mayMove = true;
  dragState = new DragState(() => ({ pile, mat: MAT, mayMove, change: (to) => (pile = to) }));
});

describe("a tap", () => {
  test("turns a card on the mat or in the hand", () => {
    pile = [at("g01", 3, 3)];
    dragState.tap("g01", 0);
    expect(pile).toEqual([at("g01", 4, 2, 1)]);
    dragState.tap("g02", 1000);
    expect(dragState.orientationOf("g02")).toEqual({ flip: false, turn: 1 });
  });

  test("followed quickly by another one flips the card instead, and both are one step to undo", () => {
    pile = [at("g01", 3, 3)];
    dragState.tap("g01", 0);
    dragState.tap("g01", 200);
    expect(pile).toEqual([at("g01", 3, 3, 0, true)]);
    dragState.undo();
    expect(pile).toEqual([at("g01", 3, 3)]);
    dragState.tap("g02", 1000);
    dragState.tap("g02", 1200);
    expect(dragState.orientationOf("g02")).toEqual({ flip: true, turn: 0 });
  });

  test("followed later by another one turns twice", () => {
    pile = [at("g01", 3, 3)];
    dragState.tap("g01", 0);
    dragState.tap("g01", 500);
    expect(pile).toEqual([at("g01", 3, 3, 2)]);
  });
});

describe("a carried card", () => {
  test("is shown where it will be laid, and laid there", () => {
    dragState.carryTo(at("g01", 2.3, 2.8), true);
    expect(pile).toEqual([]);
    expect(dragState.pile).toEqual([at("g01", 2, 3)]);
    dragState.drop();
    expect(pile).toEqual([at("g01", 2, 3)]);
    expect(dragState.carried).toBeNull();
  });

  test("returns to the hand when it is dropped there, and keeps its orientation", () => {
    pile = [at("g01", 2, 3)];
    dragState.carryTo(at("g01", 2, 20, 1), false);
    expect(dragState.pile).toEqual([]);
    dragState.drop();
    expect(pile).toEqual([]);
    expect(dragState.orientationOf("g01")).toEqual({ flip: false, turn: 1 });
  });

  test("is dropped when another one is selected, and returns to its place when carrying is cancelled", () => {
    pile = [at("g01", 2, 3)];
    dragState.nudge("g01", 1, 0);
    dragState.cancel();
    expect(dragState.pile).toEqual([at("g01", 2, 3)]);
    dragState.nudge("g01", 1, 0);
    dragState.select("g02");
    expect(pile).toEqual([at("g01", 3, 3)]);
  });

  test("from the hand goes to the centre of the pile, or of an empty mat", () => {
    dragState.nudge("g01", 0, 0);
    expect(dragState.target).toEqual(at("g01", 3, 4));
    dragState.cancel();
    pile = [at("g01", 0, 0)];
    dragState.nudge("g02", 1, 0);
    expect(dragState.target).toEqual(at("g02", 0, 0));
    dragState.nudge("g02", -1, 0);
    expect(dragState.target).toEqual(at("g02", 0, 0)); // the mat ends there
  });
});

describe("undo", () => {
  test("goes back move by move to the empty mat", () => {
    for (const x of [1, 2, 3]) {
      dragState.carryTo(at("g01", x, 0), true);
      dragState.drop();
    }
    dragState.lift("g01");
    const seen = [0, 1, 2, 3].map(() => {
      dragState.undo();
      return pile.map((one) => one.x);
    });
    expect(seen).toEqual([[3], [2], [1], []]);
    expect(dragState.mayUndo).toBe(false);
  });

  test("is empty after a reset", () => {
    dragState.carryTo(at("g01", 1, 0), true);
    dragState.drop();
    dragState.reset();
    expect(dragState.mayUndo).toBe(false);
  });
});

test("nothing is turned, lifted or undone while moving is not allowed", () => {
  dragState.carryTo(at("g01", 1, 0), true);
  dragState.drop();
  mayMove = false;
  dragState.turn("g01");
  dragState.flip("g01");
  dragState.lift("g01");
  dragState.undo();
  expect(pile).toEqual([at("g01", 1, 0)]);
});
