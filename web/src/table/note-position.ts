/** Where a note about choices is: beside them and on the screen. */

export interface Size {
  width: number;
  height: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** The side of the choices on which the note is. At the top of the screen it points at nothing. */
export type Side = "above" | "left" | "below" | "top";

/** The distance between the note and the choices, which an arrow fills, and between the note and the edge of the screen. */
const GAP_PX = 14;
const EDGE_PX = 10;

/** Return the smallest box around these boxes. Null: there are none. */
export function around(boxes: readonly Box[]): Box | null {
  return boxes.length === 0
    ? null
    : {
        left: Math.min(...boxes.map(({ left }) => left)),
        top: Math.min(...boxes.map(({ top }) => top)),
        right: Math.max(...boxes.map(({ right }) => right)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
      };
}

/** Return the first of above, left and below that has room for the note, and its position. */
export function notePosition(choices: Box | null, note: Size, screen: Size): { side: Side; x: number; y: number } {
  const [maxX, maxY] = [screen.width - note.width - EDGE_PX, screen.height - note.height - EDGE_PX];
  const inside = (value: number, most: number): number => Math.max(EDGE_PX, Math.min(value, most));
  if (choices !== null) {
    const x = inside((choices.left + choices.right - note.width) / 2, maxX);
    const y = inside((choices.top + choices.bottom - note.height) / 2, maxY);
    const [above, left] = [choices.top - note.height - GAP_PX, choices.left - note.width - GAP_PX];
    const below = choices.bottom + GAP_PX;
    if (above >= EDGE_PX) {
      return { side: "above", x, y: above };
    }
    if (left >= EDGE_PX) {
      return { side: "left", x: left, y };
    }
    if (below <= maxY) {
      return { side: "below", x, y: below };
    }
  }
  return { side: "top", x: inside(maxX, maxX), y: EDGE_PX };
}
