/** The names of cards for screen readers. */
import { text } from "../text/text.svelte";
import type { Face } from "../wire";
import { SYMBOLS } from "./cards/symbols";
import { rowsOf, type Orientation } from "./pile";

/** Return a description such as "card 2, green: circle, empty, empty, star; empty, heart, empty, flower. Column 3, row 2". */
export function cardName(
  { colour, squares }: Face,
  number: number,
  orientation: Orientation,
  at: { x: number; y: number } | null,
  mat: { x: number; y: number },
): string {
  const rows = rowsOf(squares, orientation)
    .map((row) => row.map(symbolName).join(", "))
    .join("; ");
  const place = at === null ? text("web.up.in-hand") : text("web.up.at", { x: at.x - mat.x + 1, y: at.y - mat.y + 1 });
  return text("web.up.card", { number, colour: text(`colour.${colour}`), rows, place });
}

/** Return the name of a symbol; 0 is an empty square. */
export function symbolName(symbol: number): string {
  const art = SYMBOLS[symbol - 1];
  return art === undefined ? text("web.up.empty") : text(`symbol.${art.name}`);
}
