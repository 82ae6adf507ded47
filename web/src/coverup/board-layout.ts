/** The layout of a board: where the mat and the slots of the hand are. */
import { COLUMNS, ROWS, sizeOf, type Orientation } from "./pile";

export interface BoardLayout {
  /** The size of a square of the mat in pixels. */
  square: number;
  /** The size of the mat in squares. It is at the top left of the board. */
  columns: number;
  rows: number;
  /** The places of cards in the hand. */
  slots: Slot[];
}

/** A place on the board, in pixels. */
export interface Slot {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP_PX = 6;
/** The minimum width of the mat in squares: five overlapping cards in a row fit. */
const MIN_COLUMNS = 10;
/** A mat of this many rows has room for any pile. */
const COMFORTABLE_ROWS = 8;
/** The minimum number of rows if the hand is below the mat. */
const MIN_ROWS = 6;
/** The height of a slot below the mat as a share of its width, with three cards per row and with all cards in one. */
const HIGH_SLOT = 0.78;
const LOW_SLOT = 0.9;
const MIN_SQUARE_PX = 24;
const MAX_SQUARE_PX = 84;

/** Return the layout: with the hand below the mat if that gives larger squares and enough rows, and beside it if not. */
export function layoutBoard(width: number, height: number, cards: number): BoardLayout {
  const [below, beside] = [withHandBelow(width, height, cards), withHandBeside(width, height, cards)];
  return below.rows >= MIN_ROWS && below.square > beside.square ? below : beside;
}

function withHandBeside(width: number, height: number, cards: number): BoardLayout {
  const square = clampSquare(Math.floor(Math.min(height / (MIN_COLUMNS - 2), width / (MIN_COLUMNS + COLUMNS + 1))));
  const tray = square * COLUMNS + 2 * GAP_PX;
  const columns = Math.max(COLUMNS, Math.floor((width - tray) / square));
  const left = columns * square + GAP_PX;
  const each = height / cards;
  return {
    square,
    columns,
    rows: Math.max(COLUMNS, Math.floor(height / square)),
    slots: Array.from({ length: cards }, (_, place) => ({
      x: left,
      y: place * each,
      width: width - left,
      height: each - GAP_PX,
    })),
  };
}

function withHandBelow(width: number, height: number, cards: number): BoardLayout {
  const square = clampSquare(Math.floor(width / MIN_COLUMNS));
  const columns = Math.floor(width / square);
  // A low board shows all cards in one row. A high one has room for larger cards, three per row.
  const perRow = Math.min(cards, 3);
  const isHigh = height - Math.ceil(cards / perRow) * (width / perRow) * HIGH_SLOT > COMFORTABLE_ROWS * square;
  const inLine = isHigh ? perRow : cards;
  const each = { width: width / inLine, height: (width / inLine) * (isHigh ? HIGH_SLOT : LOW_SLOT) };
  const lineCount = Math.ceil(cards / inLine);
  const rows = Math.max(COLUMNS, Math.floor((height - lineCount * each.height - GAP_PX) / square));
  return {
    square,
    columns,
    rows,
    slots: Array.from({ length: cards }, (_, place) => {
      const row = Math.floor(place / inLine);
      const inRow = Math.min(inLine, cards - row * inLine);
      const indent = (width - inRow * each.width) / 2;
      return {
        x: indent + (place % inLine) * each.width + GAP_PX / 2,
        y: rows * square + GAP_PX + row * each.height,
        width: each.width - GAP_PX,
        height: each.height - GAP_PX,
      };
    }),
  };
}

function clampSquare(square: number): number {
  return Math.max(MIN_SQUARE_PX, Math.min(MAX_SQUARE_PX, square));
}

/** Return the size in pixels of a square of a card in a slot; never more than on the mat. */
export function squareInSlot(slot: Slot, orientation: Orientation, square: number): number {
  const { width, height } = sizeOf(orientation);
  return Math.min(square, slot.width / width, slot.height / height);
}

/** Return the size in pixels of a card that is not turned. */
export function cardSize(square: number): { width: number; height: number } {
  return { width: square * COLUMNS, height: square * ROWS };
}
