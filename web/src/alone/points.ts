/** What a pile counts, for whoever plays without a server; a server's word counts more. */
import { facesOf, isFlawless, visible, type Pile } from "../coverup/pile";
import type { Face } from "../wire";

/** The points of a hand whose pile lies so: cards go off its top while it is flawed (CU-S1, CU-S2, CU-S3). */
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
