/**
 * The marks of seats: a colour and a shape each, so that colour never stands alone. The colours are design tokens, with enough
 * contrast by day and by night.
 */
import type { Seat } from "../wire";

export interface SeatMark {
  /** The CSS value of the colour. */
  colour: string;
  /** The outline of the shape, as an SVG path in a square of 20. */
  shape: string;
}

/** Circle, square, diamond, triangle, hexagon, shield. */
const SHAPES = [
  "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
  "M2 2h16v16h-16z",
  "M10 0l10 10l-10 10l-10-10z",
  "M10 0l10 18h-20z",
  "M5 1.3h10l5 8.7l-5 8.7h-10l-5-8.7z",
  "M1 1h18v9q-1 7-9 10q-8-3-9-10z",
];

/** Return the mark of a seat. */
export function seatMark(seat: Seat): SeatMark {
  const number = seat % SHAPES.length;
  return { colour: `var(--seat-${number + 1})`, shape: SHAPES[number] ?? "" };
}

/** Return the letter on the mark of a player: the initial of the name. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? "";
}
