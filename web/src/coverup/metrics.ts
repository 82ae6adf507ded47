/** Where the mat and the places of the hand are on a board of so many pixels. */
import { COLUMNS, ROWS, sizeOf, type Orientation } from "./pile";

export interface Metrics {
  /** Pixels of a square of the mat. */
  square: number;
  /** The mat, at the left and at the top, in squares. */
  columns: number;
  rows: number;
  /** Where the cards lie that are not laid: in pixels. */
  slots: Slot[];
}

export interface Slot {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 6;
/** Squares that a mat has at least from side to side: five cards in a row of overlaps fit. */
const LEAST = 10;
/** Rows of a mat on which any pile finds room. */
const ENOUGH = 8;
/** Rows that a mat has at least with the hand under it. */
const FEWEST = 6;
const SMALLEST = 24;
const LARGEST = 84;

/** The hand lies under the mat or beside it: where the squares are larger, if there is room for a pile. */
export function metricsOf(width: number, height: number, cards: number): Metrics {
  const [under, beside] = [upright(width, height, cards), wide(width, height, cards)];
  return under.rows >= FEWEST && under.square > beside.square ? under : beside;
}

function wide(width: number, height: number, cards: number): Metrics {
  const square = within(Math.floor(Math.min(height / (LEAST - 2), width / (LEAST + COLUMNS + 1))));
  const tray = square * COLUMNS + 2 * GAP;
  const columns = Math.max(COLUMNS, Math.floor((width - tray) / square));
  const left = columns * square + GAP;
  const each = height / cards;
  return {
    square,
    columns,
    rows: Math.max(COLUMNS, Math.floor(height / square)),
    slots: Array.from({ length: cards }, (_, place) => ({
      x: left,
      y: place * each,
      width: width - left,
      height: each - GAP,
    })),
  };
}

function upright(width: number, height: number, cards: number): Metrics {
  const square = within(Math.floor(width / LEAST));
  const columns = Math.floor(width / square);
  // A low board has all cards in one line; a high one has room to show them larger, three in a line.
  const few = Math.min(cards, 3);
  const isHigh = height - Math.ceil(cards / few) * (width / few) * 0.72 > ENOUGH * square;
  const line = isHigh ? few : cards;
  const each = { width: width / line, height: (width / line) * (isHigh ? 0.72 : 0.9) };
  const lines = Math.ceil(cards / line);
  const rows = Math.max(COLUMNS, Math.floor((height - lines * each.height - GAP) / square));
  return {
    square,
    columns,
    rows,
    slots: Array.from({ length: cards }, (_, place) => {
      const row = Math.floor(place / line);
      const inRow = Math.min(line, cards - row * line);
      const indent = (width - inRow * each.width) / 2;
      return {
        x: indent + (place % line) * each.width + GAP / 2,
        y: rows * square + GAP + row * each.height,
        width: each.width - GAP,
        height: each.height - GAP,
      };
    }),
  };
}

function within(square: number): number {
  return Math.max(SMALLEST, Math.min(LARGEST, square));
}

/** Pixels of a square of a card that lies so in that place; never more than on the mat. */
export function fitting(slot: Slot, orientation: Orientation, square: number): number {
  const { width, height } = sizeOf(orientation);
  return Math.min(square, slot.width / width, slot.height / height);
}

/** Pixels from side to side of a card that is not turned. */
export function cardSize(square: number): { width: number; height: number } {
  return { width: square * COLUMNS, height: square * ROWS };
}
