/** Count the points of a pile without a server. The server's count is the one that matters. */
import type { Face } from "../../wire";
import { facesOf, isFlawless, visible, type Pile } from "../pile";

/** Return the points of a hand: cards are removed from the top while the pile is flawed (CU-S1, CU-S2, CU-S3). */
export function pointsOf(pile: Pile, hand: readonly Face[]): number {
  const faces = facesOf(hand);
  let rest = pile;
  while (!isFlawless(rest, faces)) {
    rest = rest.slice(0, -1);
  }
  const aside = hand.filter(({ id }) => !rest.some(({ card }) => card === id));
  const symbols = aside.flatMap(({ squares }) => squares.filter((symbol) => symbol !== 0));
  return visible(rest, faces) + symbols.length + aside.length;
}
