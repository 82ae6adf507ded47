/** A model card of Cover Me, read from its four letters: `Gkmd` is green, black hair, semi-long, diamond. */

export type Card = string;

export const CLOTHES = { Y: "yellow", R: "red", B: "blue", G: "green", K: "black", W: "white" } as const;
export const HAIR = { b: "blonde", r: "red-brown", k: "black" } as const;
export const LENGTH = { s: "short", m: "semi-long", l: "long" } as const;
export const PATTERN = { q: "squared", d: "diamond", t: "striped" } as const;

/** The characteristics of each trait by letter, in the order of the letters on a card. */
export const TRAITS = { clothes: CLOTHES, hair: HAIR, length: LENGTH, pattern: PATTERN } as const;

export type Trait = keyof typeof TRAITS;
export type Clothes = (typeof CLOTHES)[keyof typeof CLOTHES];
export type Hair = (typeof HAIR)[keyof typeof HAIR];
export type Length = (typeof LENGTH)[keyof typeof LENGTH];
export type Pattern = (typeof PATTERN)[keyof typeof PATTERN];

/** What a card shows: one characteristic of each trait. */
export interface Model {
  clothes: Clothes;
  hair: Hair;
  length: Length;
  pattern: Pattern;
}

const WORTH: Record<Clothes, number> = { yellow: 2, red: 2, blue: 2, green: 3, black: 4, white: 5 };

/**
 * Return the model on a card.
 *
 * @throws Error if the text is not a card.
 */
export function model(card: Card): Model {
  const [clothes, hair, length, pattern] = card;
  return {
    clothes: characteristic(CLOTHES, clothes, card),
    hair: characteristic(HAIR, hair, card),
    length: characteristic(LENGTH, length, card),
    pattern: characteristic(PATTERN, pattern, card),
  };
}

function characteristic<Name extends string>(
  names: Record<string, Name>,
  letter: string | undefined,
  card: Card,
): Name {
  const name = names[letter ?? ""];
  if (name === undefined || card.length !== 4) {
    throw new Error(`${card} is not a card: a card is like Gkmd, with one letter each of YRBGKW, brk, sml and qdt`);
  }
  return name;
}

/** Return the prestige of a card (CM-C2). */
export function prestige(card: Card): number {
  return WORTH[model(card).clothes];
}

/** Return the letter of a characteristic on cards and in records. */
export function letterOf(trait: Trait, name: string): string {
  return Object.entries(TRAITS[trait]).find(([, known]) => known === name)?.[0] ?? "";
}

/** Return the index of the card's characteristic among those of a trait, in the order of the deck. */
export function characteristicIndex(card: Card, trait: Trait): number {
  const letter = card[Object.keys(TRAITS).indexOf(trait)] ?? "";
  return Object.keys(TRAITS[trait]).indexOf(letter);
}

/** All 162 cards, in the order of the deck. */
export const CARDS: readonly Card[] = Object.keys(CLOTHES).flatMap((clothes) =>
  Object.keys(HAIR).flatMap((hair) =>
    Object.keys(LENGTH).flatMap((length) => Object.keys(PATTERN).map((pattern) => clothes + hair + length + pattern)),
  ),
);
