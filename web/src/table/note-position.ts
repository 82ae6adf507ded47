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

/**
 * Return where the note is: above, to the left of or below the choices, or of them and all that has to stay clear, wherever it first
 * has room and lies over none of it. `arrow` is the distance of the middle of the choices from the corner of the note.
 */
export function notePosition(
  choices: Box | null,
  note: Size,
  screen: Size,
  clear: readonly Box[] = [],
): { side: Side; x: number; y: number; arrow: number } {
  const [maxX, maxY] = [screen.width - note.width - EDGE_PX, screen.height - note.height - EDGE_PX];
  const inside = (value: number, most: number): number => Math.max(EDGE_PX, Math.min(value, most));
  if (choices !== null) {
    const [middleX, middleY] = [(choices.left + choices.right) / 2, (choices.top + choices.bottom) / 2];
    const xs = [inside(middleX - note.width / 2, maxX), EDGE_PX].filter((x) => middleX - x < note.width);
    const y = inside(middleY - note.height / 2, maxY);
    const isFree = (x: number, y: number): boolean =>
      Math.min(x, y) >= EDGE_PX &&
      x <= maxX &&
      y <= maxY &&
      clear.every(
        ({ left, top, right, bottom }) => x >= right || x + note.width <= left || y >= bottom || y + note.height <= top,
      );
    for (const { left, top, bottom } of [choices, around([choices, ...clear])!]) {
      const found = [
        ...xs.map((x) => ({ side: "above" as const, x, y: top - note.height - GAP_PX, arrow: middleX - x })),
        { side: "left" as const, x: left - note.width - GAP_PX, y, arrow: middleY - y },
        ...xs.map((x) => ({ side: "below" as const, x, y: bottom + GAP_PX, arrow: middleX - x })),
      ].find(({ x, y }) => isFree(x, y));
      if (found) {
        return found;
      }
    }
  }
  return { side: "top", x: inside(maxX, maxX), y: EDGE_PX, arrow: 0 };
}
