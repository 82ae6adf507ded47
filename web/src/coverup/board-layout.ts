/** The layout of a board: how large its squares are, and where the slots of the hand are. */
import { COLUMNS, ROWS, sizeOf, type Orientation } from "./pile";

export interface BoardLayout {
  /** The size of a square of the mat in pixels. */
  square: number;
  /** The size of the mat in squares. It is at the top left of the board. */
  columns: number;
  rows: number;
  /** The places of cards in the hand. */
  slots: Slot[];
  /** The size of mat and hand together in pixels. */
  width: number;
  height: number;
}

/** The room for a board in pixels, and the number of cards. */
interface Room {
  width: number;
  height: number;
  cards: number;
}

/** A place on the board, in pixels. */
export interface Slot {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP_PX = 6;
/** The minimum size of the mat in squares: five overlapping cards fit. Fewer rows make larger squares. */
const MIN_COLUMNS = 10;
const MIN_ROWS = [6, 7, 8];
/** A mat of this many rows has room for any pile. */
const COMFORTABLE_ROWS = 8;
/** A larger mat would only make the ways longer. */
const MAX_COLUMNS = 14;
const MAX_ROWS = 10;
const MIN_SQUARE_PX = 16;
const MAX_SQUARE_PX = 104;
/** The possible heights of a slot below the mat, as a share of its width. */
const SLOT_HEIGHTS = [0.8, 0.66, 0.54];
/** The possible sizes of a card in a slot beside the mat, as a share of its size on the mat. */
const CARD_SCALES = [1, 0.8, 0.65];
/** How much smaller squares may be in the hand than on the mat: those of a card that lies, and of one that stands. */
const LYING = 1.3;
const STANDING = 1.8;
const STANDS: Orientation = { flip: false, turn: 1 };
const LIES: Orientation = { flip: false, turn: 0 };

/** Return the layout with the largest squares, on the mat and in the hand: the hand is below the mat or beside it. */
export function layoutBoard(width: number, height: number, cards: number): BoardLayout {
  const room = { width, height, cards };
  const layouts = MIN_ROWS.flatMap((minRows) =>
    [cards, Math.ceil(cards / 2)].flatMap((inLine) => [
      ...SLOT_HEIGHTS.map((ratio) => withHandBelow(room, inLine, ratio, minRows)),
      ...CARD_SCALES.map((scale) => withHandBeside(room, inLine, scale, minRows)),
    ]),
  );
  return layouts.reduce((best, other) => (quality(other) > quality(best) ? other : best));
}

/** Return the size of the smallest squares, as large as they feel. A mat with few rows counts less. */
function quality({ square, rows, slots: [slot] }: BoardLayout): number {
  const inHand =
    slot === undefined
      ? square
      : Math.min(LYING * squareInSlot(slot, LIES, square), STANDING * squareInSlot(slot, STANDS, square));
  return Math.min(square, inHand) * Math.min(1, rows / COMFORTABLE_ROWS);
}

function withHandBelow({ width, height, cards }: Room, perRow: number, ratio: number, minRows: number): BoardLayout {
  const lines = Math.ceil(cards / perRow);
  const each = { width: width / perRow, height: Math.min((width / perRow) * ratio, COLUMNS * MAX_SQUARE_PX) };
  const room = height - lines * each.height - GAP_PX;
  const square = clampSquare(Math.min(width / MIN_COLUMNS, room / minRows));
  const columns = clamp(Math.floor(width / square), COLUMNS, MAX_COLUMNS);
  const rows = clamp(Math.floor(room / square), COLUMNS, MAX_ROWS);
  const across = columns * square;
  const wide = across / perRow;
  return {
    square,
    columns,
    rows,
    width: across,
    height: rows * square + GAP_PX + lines * each.height,
    slots: Array.from({ length: cards }, (_, place) => {
      const line = Math.floor(place / perRow);
      const inLine = Math.min(perRow, cards - line * perRow);
      return {
        x: (across - inLine * wide) / 2 + (place % perRow) * wide + GAP_PX / 2,
        y: rows * square + GAP_PX + line * each.height,
        width: wide - GAP_PX,
        height: each.height - GAP_PX,
      };
    }),
  };
}

function withHandBeside(
  { width, height, cards }: Room,
  perColumn: number,
  scale: number,
  minRows: number,
): BoardLayout {
  const lines = Math.ceil(cards / perColumn);
  const square = clampSquare(
    Math.min(height / minRows, (width - lines * GAP_PX) / (MIN_COLUMNS + lines * COLUMNS * scale)),
  );
  const each = {
    width: COLUMNS * square * scale + GAP_PX,
    height: Math.min(height / perColumn, COLUMNS * square * scale + GAP_PX),
  };
  const columns = clamp(Math.floor((width - lines * each.width) / square), COLUMNS, MAX_COLUMNS);
  const rows = clamp(Math.floor(height / square), COLUMNS, MAX_ROWS);
  return {
    square,
    columns,
    rows,
    width: columns * square + lines * each.width,
    height: Math.max(rows * square, perColumn * each.height),
    slots: Array.from({ length: cards }, (_, place) => ({
      x: columns * square + GAP_PX + (place % lines) * each.width,
      y: Math.floor(place / lines) * each.height,
      width: each.width - GAP_PX,
      height: each.height - GAP_PX,
    })),
  };
}

function clampSquare(square: number): number {
  return clamp(Math.floor(square), MIN_SQUARE_PX, MAX_SQUARE_PX);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Return the size in pixels of a square of a card in a slot; never more than on the mat. */
export function squareInSlot(slot: Slot, orientation: Orientation, square: number): number {
  const { width, height } = sizeOf(orientation);
  return Math.max(0, Math.min(square, slot.width / width, slot.height / height));
}

/** Return the size in pixels of a card that is not turned. */
export function cardSize(square: number): { width: number; height: number } {
  return { width: square * COLUMNS, height: square * ROWS };
}
