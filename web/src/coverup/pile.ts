/**
 * A pile of transparent cards: where cards lie, how they are turned and flipped, and what is visible. The server decides what
 * counts; the board needs the answer in the same frame. tests/web/test_pile.py compares this module with the rules.
 *
 * The grid of squares is unbounded, with x to the right and y down. A pile is listed from bottom to top.
 */
import type { CardText, Conflict, Face, Lay, Lift, Placement, Unlinked } from "../wire";

export type Pile = readonly Placement[];

/** What is printed on each card, by its id. */
export type Faces = ReadonlyMap<CardText, Face>;

/** How a card is flipped and turned. */
export interface Orientation {
  flip: boolean;
  turn: number;
}

/** A square of the grid. */
export interface Square {
  x: number;
  y: number;
}

/** A square with a symbol, 1 to 6. */
export interface Mark extends Square {
  symbol: number;
}

/** A mistake in a pile. */
export type Fault = Conflict | Unlinked;

/** A rectangle of the grid, such as the mat or the extent of a pile. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const COLUMNS = 4;
export const ROWS = 2;

/** Return the cards by id. */
export function facesOf(cards: readonly Face[]): Faces {
  return new Map(cards.map((face) => [face.id, face]));
}

/** Return the width and height of a turned card, in squares (CU-P2). */
export function sizeOf({ turn }: Orientation): { width: number; height: number } {
  return turn % 2 === 0 ? { width: COLUMNS, height: ROWS } : { width: ROWS, height: COLUMNS };
}

/** Return the eight squares of a card row by row: 0 is empty, 1 to 6 are symbols (CU-P2). */
export function rowsOf(squares: readonly number[], { flip, turn }: Orientation): number[][] {
  let rows = [squares.slice(0, COLUMNS), squares.slice(COLUMNS)];
  if (flip) {
    rows = rows.map((row) => row.toReversed());
  }
  for (let quarter = 0; quarter < turn; quarter++) {
    const upright = rows.toReversed();
    rows = (upright[0] ?? []).map((_, column) => upright.map((row) => row[column] ?? 0));
  }
  return rows;
}

/** Return the squares that a card covers with a symbol. */
export function marksOf(at: Placement, faces: Faces): Mark[] {
  return rowsOf(faces.get(at.card)?.squares ?? [], at).flatMap((row, y) =>
    row.flatMap((symbol, x) => (symbol === 0 ? [] : [{ x: at.x + x, y: at.y + y, symbol }])),
  );
}

/** Return the squares with at least one symbol, each with its symbols from bottom to top, by position. */
function symbolStacks(pile: Pile, faces: Faces): Map<string, { x: number; y: number; symbols: number[] }> {
  const found = new Map<string, { x: number; y: number; symbols: number[] }>();
  for (const { x, y, symbol } of pile.flatMap((at) => marksOf(at, faces))) {
    const place = `${x},${y}`;
    const stack = found.get(place) ?? { x, y, symbols: [] };
    stack.symbols.push(symbol);
    found.set(place, stack);
  }
  return found;
}

/** Return the number of visible symbols: equal ones on one square count once (CU-S3). */
export function visible(pile: Pile, faces: Faces): number {
  return symbolStacks(pile, faces).size;
}

/** Return the squares on which several cards show the same symbol and no other. */
export function merged(pile: Pile, faces: Faces): Mark[] {
  return [...symbolStacks(pile, faces).values()].flatMap(({ x, y, symbols: [symbol = 0, ...others] }) =>
    others.length > 0 && others.every((other) => other === symbol) ? [{ x, y, symbol }] : [],
  );
}

/** Return every square on which two cards show different symbols, once per pair of cards (CU-P3). */
export function conflicts(pile: Pile, faces: Faces): Conflict[] {
  return pairs(pile, faces).flatMap(({ below, above, different }) =>
    different.map(({ x, y }) => ({ fault: "conflict", x, y, below, above })),
  );
}

/** Return the cards that no chain of shared symbols links to the bottom card (CU-P4). */
export function unlinked(pile: Pile, faces: Faces): CardText[] {
  const links = pairs(pile, faces).filter(({ equal }) => equal.length > 0);
  const group = new Set(pile.slice(0, 1).map(({ card }) => card));
  let size = 0;
  while (group.size > size) {
    size = group.size;
    for (const { below, above } of links) {
      if (group.has(below) || group.has(above)) {
        group.add(below).add(above);
      }
    }
  }
  return pile.map(({ card }) => card).filter((card) => !group.has(card));
}

interface Pair {
  below: CardText;
  above: CardText;
  /** The squares on which both show the same symbol. */
  equal: Mark[];
  different: Mark[];
}

/** Return every pair of cards with the squares on which both show a symbol. */
function pairs(pile: Pile, faces: Faces): Pair[] {
  const marks = pile.map((at) => marksOf(at, faces));
  return pile.flatMap((above, upper) =>
    pile.slice(0, upper).map((below, lower) => {
      const under = new Map(marks[lower]?.map(({ x, y, symbol }) => [`${x},${y}`, symbol]));
      const shared = (marks[upper] ?? []).filter(({ x, y }) => under.has(`${x},${y}`));
      const isEqual = ({ x, y, symbol }: Mark): boolean => under.get(`${x},${y}`) === symbol;
      return {
        below: below.card,
        above: above.card,
        equal: shared.filter(isEqual),
        different: shared.filter((mark) => !isEqual(mark)),
      };
    }),
  );
}

/** Return what is wrong with the pile (CU-P3, CU-P4). */
export function faultsOf(pile: Pile, faces: Faces): Fault[] {
  const cards = unlinked(pile, faces);
  return [...conflicts(pile, faces), ...(cards.length > 0 ? [{ fault: "unlinked", cards } as const] : [])];
}

/** Return whether the pile obeys the rules (CU-P3, CU-P4). */
export function isFlawless(pile: Pile, faces: Faces): boolean {
  return faultsOf(pile, faces).length === 0;
}

/** Return the pile with a card laid or moved to the top (CU-P1). */
export function laid(pile: Pile, at: Placement): Pile {
  return [...lifted(pile, at.card), at];
}

/** Return the pile without a card. */
export function lifted(pile: Pile, card: CardText): Pile {
  return pile.filter((at) => at.card !== card);
}

/** Return the card turned about its centre by quarters clockwise. It stays on the grid. */
export function turned<At extends Orientation & { x: number; y: number }>(at: At, quarters = 1): At {
  const turn = (at.turn + quarters + 4) % 4;
  const [before, after] = [sizeOf(at), sizeOf({ ...at, turn })];
  const [x, y] = [at.x + (before.width - after.width) / 2, at.y + (before.height - after.height) / 2];
  return { ...at, turn, x, y };
}

/** Return the card flipped. */
export function flipped<At extends Orientation>(at: At): At {
  return { ...at, flip: !at.flip };
}

/** Return the card on the nearest squares of an area (CU-P1). */
export function snapped(at: Placement, within: Area): Placement {
  const { width, height } = sizeOf(at);
  const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, Math.round(value)));
  return {
    ...at,
    x: clamp(at.x, within.x, within.x + within.width - width),
    y: clamp(at.y, within.y, within.y + within.height - height),
  };
}

/** Return the rectangle that a pile covers, with the empty squares of its cards. */
export function extent(pile: Pile): Area {
  if (pile.length === 0) {
    return { x: 0, y: 0, width: 0, height: 0 };
  }
  const x = Math.min(...pile.map((at) => at.x));
  const y = Math.min(...pile.map((at) => at.y));
  return {
    x,
    y,
    width: Math.max(...pile.map((at) => at.x + sizeOf(at).width)) - x,
    height: Math.max(...pile.map((at) => at.y + sizeOf(at).height)) - y,
  };
}

/** Return whether two piles are equal, card by card. */
export function isSame(one: Pile, other: Pile): boolean {
  return one.length === other.length && one.every((at, place) => isEqual(at, other[place]));
}

function isEqual(one: Placement, other: Placement | undefined): boolean {
  return (
    one.card === other?.card &&
    one.flip === other.flip &&
    one.turn === other.turn &&
    one.x === other.x &&
    one.y === other.y
  );
}

/** Return the decisions that turn one pile into another, without moving cards that can stay. */
export function stepsBetween(from: Pile, to: Pile): (Lay | Lift)[] {
  const gone = from.filter(({ card }) => !to.some((at) => at.card === card));
  let rest = from;
  let kept = 0;
  for (const at of to) {
    const place = rest.findIndex((other) => isEqual(at, other));
    if (place < 0) {
      break;
    }
    rest = rest.slice(place + 1);
    kept += 1;
  }
  return [
    ...gone.map(({ card }): Lift => ({ event: "lift", card })),
    ...to.slice(kept).map((at): Lay => ({ event: "lay", ...at })),
  ];
}
