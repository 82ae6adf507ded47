/** Mistakes in a pile, in words and as squares to point at. */
import { text } from "../text/text.svelte";
import type { CardText, Face } from "../wire";
import { symbolName } from "./names";
import { marksOf, sizeOf, type Faces, type Fault, type Pile, type Square } from "./pile";

/** Return what is wrong, with the numbers of the cards and their symbols. */
export function faultText(fault: Fault, pile: Pile, hand: readonly Pick<Face, "id">[], faces: Faces): string {
  const numberOf = (card: CardText): number => hand.findIndex(({ id }) => id === card) + 1;
  if (fault.fault === "unlinked") {
    const numbers = fault.cards.map(numberOf).sort();
    return text("web.up.fault.unlinked", { count: numbers.length, cards: numbers.join(", ") });
  }
  const nameOn = (card: CardText): string => {
    const at = pile.find((placement) => placement.card === card);
    const marks = at === undefined ? [] : marksOf(at, faces);
    return symbolName(marks.find(({ x, y }) => x === fault.x && y === fault.y)?.symbol ?? 0);
  };
  const { below, above } = fault;
  return text("web.up.fault.conflict", {
    above: numberOf(above),
    below: numberOf(below),
    upper: nameOn(above),
    lower: nameOn(below),
  });
}

/** Return the squares to point at: the one that two symbols share, or all of the cards that are not linked. */
export function squaresOf(fault: Fault, pile: Pile): Square[] {
  if (fault.fault === "conflict") {
    return [{ x: fault.x, y: fault.y }];
  }
  return pile
    .filter(({ card }) => fault.cards.includes(card))
    .flatMap((at) => {
      const { width, height } = sizeOf(at);
      return Array.from({ length: width * height }, (_, place) => ({
        x: at.x + (place % width),
        y: at.y + Math.floor(place / width),
      }));
    });
}
