/** A player's own deck, entered card by card, and the deck file that it becomes (CU-C1). */
import type { Colour, Deck, Face } from "../../wire";
import { readSaved, save, browserStorage, type KeyValueStorage } from "../../storage";
import { COLUMNS, ROWS } from "../pile";
import { SYMBOLS } from "../cards/symbols";
import { BLANK, COLOURS, isSquares, symbolCount, SYMBOLS_BY_COLOUR, type Squares } from "./cards";

/** How many cards of each colour a deck has (CU-C1). */
export const CARDS_PER_COLOUR = 36;
export const DECK_SIZE = CARDS_PER_COLOUR * COLOURS.length;
const STORAGE_KEY = "covergames.deck";
const DECK_NAME = "my deck";

/** The cards of each colour; those that are not entered yet are blank. */
export type OwnDeck = Readonly<Record<Colour, readonly Squares[]>>;

/** A card of the deck. */
export interface Slot {
  colour: Colour;
  /** The card's number among those of its colour, starting with 0. */
  number: number;
}

const EMPTY_DECK: OwnDeck = { green: blanks(), yellow: blanks(), red: blanks() };

function blanks(): Squares[] {
  return Array.from({ length: CARDS_PER_COLOUR }, () => BLANK);
}

function isOwnDeck(value: unknown): value is OwnDeck {
  return COLOURS.every((colour) => {
    const cards: unknown = (value as Partial<OwnDeck> | null)?.[colour];
    return Array.isArray(cards) && cards.length === CARDS_PER_COLOUR && cards.every(isSquares);
  });
}

/** Return the deck that was saved, or an empty one. */
export function savedDeck(storage: KeyValueStorage = browserStorage): OwnDeck {
  return readSaved(STORAGE_KEY, isOwnDeck, EMPTY_DECK, storage);
}

/** Save the deck in the browser. */
export function saveDeck(deck: OwnDeck, storage: KeyValueStorage = browserStorage): void {
  save(STORAGE_KEY, deck, storage);
}

/** Return the deck with another card in its place. */
export function withCard(deck: OwnDeck, { colour, number }: Slot, squares: Squares): OwnDeck {
  return { ...deck, [colour]: deck[colour].with(number, squares) };
}

/** Return whether a card has as many symbols as its colour has (CU-C1). */
export function isComplete(squares: Squares, colour: Colour): boolean {
  return symbolCount(squares) === SYMBOLS_BY_COLOUR[colour];
}

/** Return how many cards are complete. */
export function completeCount(deck: OwnDeck): number {
  return COLOURS.flatMap((colour) => deck[colour].filter((squares) => isComplete(squares, colour))).length;
}

/** Return the next card, after this one, that is not complete. Null: the deck is complete. */
export function nextIncomplete(deck: OwnDeck, from: Slot): Slot | null {
  const slots = COLOURS.flatMap((colour) => deck[colour].map((_, number) => ({ colour, number })));
  const start = slots.findIndex(({ colour, number }) => colour === from.colour && number === from.number) + 1;
  const inOrder = [...slots.slice(start), ...slots.slice(0, start)];
  return inOrder.find(({ colour, number }) => !isComplete(deck[colour][number] ?? BLANK, colour)) ?? null;
}

/** Return the deck as a deck file describes it. Null: it is not complete. */
export function deckOf(deck: OwnDeck): Deck | null {
  if (completeCount(deck) < DECK_SIZE) {
    return null;
  }
  const cards = COLOURS.flatMap((colour) =>
    deck[colour].map((squares, number): Face => {
      const id = `${colour.charAt(0)}${String(number + 1).padStart(2, "0")}`;
      return { id, colour, squares: [...squares] };
    }),
  );
  return { name: DECK_NAME, rows: ROWS, columns: COLUMNS, symbols: SYMBOLS.map(({ name }) => name), cards };
}

/** Return the deck in the text of a deck file. Null: it is not a deck (CU-C1). */
export function deckFromFile(contents: string): OwnDeck | null {
  let file: Partial<Deck> | null;
  try {
    file = JSON.parse(contents) as Partial<Deck> | null;
  } catch {
    return null;
  }
  const cards = Array.isArray(file?.cards) ? file.cards : [];
  const of = (wanted: Colour): Squares[] =>
    cards.flatMap((card: Partial<Face> | null) => {
      return card?.colour === wanted && isSquares(card.squares) ? [card.squares] : [];
    });
  const deck = { green: of("green"), yellow: of("yellow"), red: of("red") };
  return isOwnDeck(deck) && completeCount(deck) === DECK_SIZE ? deck : null;
}
