import { describe, expect, test } from "vitest";
import {
  hourglassPoint,
  isComplete,
  isPad,
  newPad,
  resized,
  total,
  winners,
  type Pad,
} from "../src/coverup/companion/score-pad";
import { markerAt } from "../src/coverup/score-track";

function padOf(...players: number[][]): Pad {
  const pad = newPad(players.length);
  pad.rounds.forEach((round, number) => (round.points = players.map((points) => points[number] ?? null)));
  return pad;
}

describe("the score pad", () => {
  test("adds up the rounds that are entered (CU-S5)", () => {
    const pad = padOf([12, 14], [20]);
    expect([total(pad, 0), total(pad, 1)]).toEqual([26, 20]);
    expect(isComplete(pad)).toBe(false);
    expect(winners(pad)).toEqual([]);
  });

  test("subtracts a point from a flawless flipper and adds one to a flawed one (CU-S4)", () => {
    const pad = padOf([12, 14], [20, 9]);
    const [first, second] = pad.rounds;
    Object.assign(first ?? {}, { flipper: 0 });
    Object.assign(second ?? {}, { flipper: 1, isFlawed: true });
    expect(pad.rounds.slice(0, 2).map((round) => [0, 1].map((player) => hourglassPoint(round, player)))).toEqual([
      [-1, 0],
      [0, 1],
    ]);
    expect([total(pad, 0), total(pad, 1)]).toEqual([25, 30]);
  });

  test("counts the hourglass only with the points of that round", () => {
    const pad = padOf([], []);
    Object.assign(pad.rounds[0] ?? {}, { flipper: 0 });
    expect(total(pad, 0)).toBe(0);
  });

  test("knows the lap and the step of a marker (CU-S5)", () => {
    expect([0, 49, 50, 51, 120].map((points) => markerAt(points, 50))).toEqual([
      { laps: 0, step: 0 },
      { laps: 0, step: 49 },
      { laps: 1, step: 0 },
      { laps: 1, step: 1 },
      { laps: 2, step: 20 },
    ]);
  });

  test("lets the fewest points win, and ties share the victory (CU-X1)", () => {
    expect(winners(padOf([9, 9, 9, 9, 9], [8, 8, 8, 8, 8], [8, 8, 8, 9, 7]))).toEqual([1, 2]);
  });

  test("can be resized without losing points", () => {
    const pad = padOf([1, 2], [3, 4], [5, 6]);
    pad.names = ["Ada", "Bo", "Cy"];
    Object.assign(pad.rounds[0] ?? {}, { flipper: 2 });
    const two = resized(pad, 2);
    expect(two.names).toEqual(["Ada", "Bo"]);
    expect(two.rounds[0]).toEqual({ points: [1, 3], flipper: null, isFlawed: false });
    expect(resized(two, 4).rounds[1]?.points).toEqual([2, 4, null, null]);
  });

  test("is recognized by its shape", () => {
    expect(isPad(JSON.parse(JSON.stringify(newPad(6))))).toBe(true);
    expect([null, {}, newPad(1), newPad(7), { ...newPad(3), rounds: [] }].some(isPad)).toBe(false);
  });
});
