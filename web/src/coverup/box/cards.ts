/** Cards that a player enters square by square. */
import type { Colour, Face } from "../../wire";
import { COLUMNS, ROWS } from "../pile.ts";

/** The eight squares of a card, row by row: 0 is empty, 1 to 6 are symbols. */
export type Squares = readonly number[];

export const COLOURS = ["green", "yellow", "red"] as const satisfies readonly Colour[];
/** How many symbols a card of each colour has (CU-C1). */
export const SYMBOLS_BY_COLOUR: Readonly<Record<Colour, number>> = { green: 4, yellow: 5, red: 6 };
export const BLANK: Squares = Array.from({ length: ROWS * COLUMNS }, () => 0);
const HIGHEST_SYMBOL = 6;

/** Return the number of symbols on a card. */
export function symbolCount(squares: Squares): number {
  return squares.filter((symbol) => symbol !== 0).length;
}

/** Return the colour of a card with so many symbols. Null: no card has so many. */
export function colourOf(squares: Squares): Colour | null {
  return COLOURS.find((colour) => SYMBOLS_BY_COLOUR[colour] === symbolCount(squares)) ?? null;
}

/** Return the card with the symbol on the square. If it is there already, the square becomes empty. */
export function marked(squares: Squares, place: number, symbol: number): Squares {
  return squares.with(place, squares[place] === symbol ? 0 : symbol);
}

/** Return whether the value is a card as it is saved. */
export function isSquares(value: unknown): value is Squares {
  return (
    Array.isArray(value) &&
    value.length === BLANK.length &&
    value.every((symbol) => Number.isInteger(symbol) && symbol >= 0 && symbol <= HIGHEST_SYMBOL)
  );
}

/** Return the cards of a hand for the solver. Null: a card is not complete. */
export function handOf(cards: readonly Squares[]): Face[] | null {
  const hand = cards.flatMap((squares, number) => {
    const colour = colourOf(squares);
    return colour === null ? [] : [{ id: String(number + 1), colour, squares: [...squares] }];
  });
  return hand.length === cards.length ? hand : null;
}
