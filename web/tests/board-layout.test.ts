/** The layout of the board for every room it may have. */
import { describe, expect, test } from "vitest";
import { layoutBoard, squareInSlot, type BoardLayout, type Slot } from "../src/coverup/board-layout";

const CARDS = 5;
const ROOMS = [
  { name: "a small phone", width: 340, height: 370 },
  { name: "a phone", width: 370, height: 570 },
  { name: "a phone on its side", width: 480, height: 300 },
  { name: "a laptop", width: 820, height: 430 },
  { name: "a large screen", width: 1900, height: 1230 },
];

function mat({ columns, rows, square }: BoardLayout): Slot {
  return { x: 0, y: 0, width: columns * square, height: rows * square };
}

function overlaps(one: Slot, other: Slot): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

describe.each(ROOMS)("on $name", ({ width, height }) => {
  const layout = layoutBoard(width, height, CARDS);

  test("mat and hand fit, and do not overlap", () => {
    expect(layout.width).toBeLessThanOrEqual(width);
    expect(layout.height).toBeLessThanOrEqual(height);
    const places = [mat(layout), ...layout.slots];
    places.forEach((one, place) =>
      places.slice(place + 1).forEach((other) => expect(overlaps(one, other)).toBe(false)),
    );
    for (const { x, y, width: across, height: down } of layout.slots) {
      expect(x + across).toBeLessThanOrEqual(layout.width + 0.5);
      expect(y + down).toBeLessThanOrEqual(layout.height + 0.5);
    }
  });

  test("cards in the hand can be read, also those that stand", () => {
    for (const slot of layout.slots) {
      for (const turn of [0, 1]) {
        const pixels = squareInSlot(slot, { flip: false, turn }, layout.square);
        expect(pixels).toBeGreaterThanOrEqual(11);
        expect(pixels).toBeLessThanOrEqual(layout.square);
      }
    }
  });

  test("the mat has room for a pile, and not much more", () => {
    expect(layout.columns).toBeGreaterThanOrEqual(10);
    expect(layout.columns).toBeLessThanOrEqual(14);
    expect(layout.rows).toBeGreaterThanOrEqual(6);
    expect(layout.rows).toBeLessThanOrEqual(10);
  });
});

test("a phone shows its hand in two rows", () => {
  const { slots } = layoutBoard(340, 370, CARDS);
  expect(new Set(slots.map(({ y }) => Math.round(y))).size).toBe(2);
  expect(slots[0]?.width).toBeGreaterThan(90);
});
