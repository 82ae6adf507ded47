/** The examples that the rules show as pictures: one hand, and piles of it. */
import type { Face } from "../wire";
import picture from "./cards/picture.json";
import { facesOf, type Pile } from "./pile";

export const HAND = picture.hand as readonly Face[];
export const FACES = facesOf(HAND);
export const BEST: Pile = picture.pile;

/** The best pile without its top card. */
export const SHORT: Pile = BEST.slice(0, -1);

/** The best pile with its top card moved. */
const moved = (x: number, y: number): Pile => [
  ...SHORT,
  ...BEST.slice(-1).map((at) => ({ ...at, x: at.x + x, y: at.y + y })),
];

/** Different symbols meet on one square. */
export const CLASHING = moved(-2, 1);
/** The top card lies apart. */
export const LOOSE = moved(0, -1);
