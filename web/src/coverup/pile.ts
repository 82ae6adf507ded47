/**
 * A pile of transparent cards, without a page: where cards lie, how they are picked up, turned, flipped and put down, and
 * what is to be seen then. The server's word counts; this is what a hand needs in the same frame, and a test holds it
 * against the rules (tests/web/test_pile.py).
 *
 * Squares are those of an unbounded grid, x to the right and y down. A pile goes from bottom to top.
 */
import type { CardText, Conflict, Face, Lay, Lift, Placement } from "../wire";

export type Pile = readonly Placement[];

/** What is printed on each card, by its name. */
export type Faces = ReadonlyMap<CardText, Face>;

/** How a card lies, wherever it lies. */
export interface Orientation {
  flip: boolean;
  turn: number;
}

/** A square with its symbol, 1 to 6. */
export interface Mark {
  x: number;
  y: number;
  symbol: number;
}

/** A part of the grid: the mat, or what a pile takes up. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const COLUMNS = 4;
export const ROWS = 2;

/** The cards by name. */
export function facesOf(cards: readonly Face[]): Faces {
  return new Map(cards.map((face) => [face.id, face]));
}

/** Width and height of a card that is turned so (CU-P2). */
export function sizeOf({ turn }: Orientation): { width: number; height: number } {
  return turn % 2 === 0 ? { width: COLUMNS, height: ROWS } : { width: ROWS, height: COLUMNS };
}

/** The eight squares of a card that lies so, row by row: 0 empty, 1 to 6 a symbol (CU-P2). */
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

/** The squares that a card covers with a symbol. */
export function marksOf(at: Placement, faces: Faces): Mark[] {
  return rowsOf(faces.get(at.card)?.squares ?? [], at).flatMap((row, y) =>
    row.flatMap((symbol, x) => (symbol === 0 ? [] : [{ x: at.x + x, y: at.y + y, symbol }])),
  );
}

/** The squares covered by at least one symbol, each with all its symbols from bottom to top, by place. */
function stacks(pile: Pile, faces: Faces): Map<string, { x: number; y: number; symbols: number[] }> {
  const found = new Map<string, { x: number; y: number; symbols: number[] }>();
  for (const { x, y, symbol } of pile.flatMap((at) => marksOf(at, faces))) {
    const place = `${x},${y}`;
    const stack = found.get(place) ?? { x, y, symbols: [] };
    stack.symbols.push(symbol);
    found.set(place, stack);
  }
  return found;
}

/** How many symbols are visible: equal ones on one square count once (CU-S3). */
export function visible(pile: Pile, faces: Faces): number {
  return stacks(pile, faces).size;
}

/** The squares on which several cards show the same symbol, and nothing else: there they have become one. */
export function merged(pile: Pile, faces: Faces): Mark[] {
  return [...stacks(pile, faces).values()].flatMap(({ x, y, symbols: [symbol = 0, ...others] }) =>
    others.length > 0 && others.every((other) => other === symbol) ? [{ x, y, symbol }] : [],
  );
}

/** Every square on which two cards show different symbols, once per pair of cards, the lower first (CU-P3). */
export function conflicts(pile: Pile, faces: Faces): Conflict[] {
  return pairs(pile, faces).flatMap(({ below, above, different }) =>
    different.map(({ x, y }) => ({ fault: "conflict", x, y, below, above })),
  );
}

/** The cards that no chain of shared symbols joins to the bottom card's group (CU-P4). */
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

/** Every two cards of the pile, and the squares on which both show a symbol. */
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

/** Whether the pile keeps the rules (CU-P3, CU-P4). */
export function isFlawless(pile: Pile, faces: Faces): boolean {
  return conflicts(pile, faces).length === 0 && unlinked(pile, faces).length === 0;
}

/** The pile with a card laid or moved: it is on top (CU-P1). */
export function laid(pile: Pile, at: Placement): Pile {
  return [...lifted(pile, at.card), at];
}

/** The pile without a card. */
export function lifted(pile: Pile, card: CardText): Pile {
  return pile.filter((at) => at.card !== card);
}

/** The card turned about its middle, by quarters clockwise; it stays on the grid. */
export function turned<At extends Orientation & { x: number; y: number }>(at: At, quarters = 1): At {
  const turn = (at.turn + quarters + 4) % 4;
  const [before, after] = [sizeOf(at), sizeOf({ ...at, turn })];
  const [x, y] = [at.x + (before.width - after.width) / 2, at.y + (before.height - after.height) / 2];
  return { ...at, turn, x, y };
}

/** The card flipped over, end to end as it lies. */
export function flipped<At extends Orientation>(at: At): At {
  return { ...at, flip: !at.flip };
}

/** The card on the nearest squares of an area (CU-P1). */
export function snapped(at: Placement, within: Area): Placement {
  const { width, height } = sizeOf(at);
  const into = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, Math.round(value)));
  return {
    ...at,
    x: into(at.x, within.x, within.x + within.width - width),
    y: into(at.y, within.y, within.y + within.height - height),
  };
}

/** What a pile takes up, empty squares of its cards included. */
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

/** Whether two piles are the same, card by card. */
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

/** What has to be done, as decisions, to make one pile of another: cards that need not move are not touched. */
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
