/**
 * The best piles of a hand, with proof (CU-B1), as covergames.coverup.solver finds them; that module explains the search. The inner
 * loop is translated from Python. tests/web/test_solver.py compares the answers, pile by pile, with those of the server.
 */
import type { Face, Placement } from "../../wire";
import { facesOf, rowsOf, sizeOf, type Faces, type Pile } from "../pile.ts";
import { atOrigin, waysRound } from "./moves.ts";
import { Search } from "./search.ts";

/** The first card, as printed, in the middle of the search's grid. */
const START = (32 << 11) | (32 << 17);
const ALL_ORIENTATIONS = 255;
const SYMBOLS = [1, 2, 3, 4, 5, 6];

export interface Solution {
  /** The fewest points that the hand can have. */
  points: number;
  /** Every best pile, once up to symmetry, in a stable order. */
  piles: Pile[];
}

/** Return every best pile of a hand. The order of its cards does not matter. */
export function solve(hand: readonly Face[]): Solution {
  const cards = hand.toSorted((one, other) => symbolsOf(other) - symbolsOf(one) || (one.id < other.id ? -1 : 1));
  const search = new Search(cards.map(({ squares }) => [...squares]));
  const overlap = cards.map((_, card) => sum(search.best.slice(card * cards.length, (card + 1) * cards.length)));
  const firsts = cards.map((_, card) => card).sort((one, other) => overlap[other]! - overlap[one]!);
  const most = sum(cards.map(symbolsOf)) + cards.length;
  let points = lowerBound(cards, search);
  while (points < most && search.found.length === 0) {
    find(search, firsts, points);
    if (search.found.length === 0) {
      points += 1;
    }
  }
  const piles = search.found.map((pile) => unpacked(pile, cards));
  const isSymmetric = search.found.some(([first]) => search.orientations[first![0]] !== ALL_ORIENTATIONS);
  return { points, piles: isSymmetric ? distinct(piles, facesOf(hand)) : piles };
}

/** Search for all piles of so many points, given that there are none of fewer. */
function find(search: Search, firsts: readonly number[], points: number): void {
  let inHand = (1 << firsts.length) - 1;
  let aside = 0;
  for (const first of firsts) {
    inHand &= ~(1 << first);
    const symbols = search.symbols[first]!;
    const slack = points - aside - symbols;
    if (slack >= 0) {
      search.piles([[first, START]], slack, inHand);
    }
    aside += symbols + 1;
  }
}

/** Return a bound that no pile beats: from sets of cards, and from how often a symbol occurs on one card. */
function lowerBound(cards: readonly Face[], search: Search): number {
  const sets = search.gain.map(
    (gain, members) => sum(cards.map((card, number) => ((members >> number) & 1 ? symbolsOf(card) : 0))) - gain,
  );
  const bySymbol = SYMBOLS.map((symbol) => Math.max(...cards.map(({ squares }) => count(squares, symbol))));
  return Math.max(sum(bySymbol), ...sets);
}

/** Return the cards of a pile of the search as they lie on the table. */
function unpacked(pile: readonly (readonly [number, number])[], cards: readonly Face[]): Pile {
  const placements = pile.map(([card, at]): Placement => {
    const orientation = (at >> 8) & 7;
    const turn = orientation >> 1;
    const { width, height } = sizeOf({ flip: false, turn });
    const [x, y] = [((at >> 11) & 63) - width / 2, ((at >> 17) & 63) - height / 2];
    return { card: cards[card]!.id, flip: (orientation & 1) === 1, turn, x, y };
  });
  return atOrigin(placements);
}

/** Return the piles that look different, whichever way round they lie. */
function distinct(piles: readonly Pile[], faces: Faces): Pile[] {
  const byPicture = new Map(piles.toReversed().map((pile) => [picture(pile, faces), pile]));
  return [...byPicture.values()].reverse();
}

/** Return a text that is equal for two piles exactly if they look the same, whichever way round they lie. */
function picture(pile: Pile, faces: Faces): string {
  const pictures = waysRound(pile).map((way) =>
    atOrigin(way)
      .map((at) => JSON.stringify([at.card, at.x, at.y, rowsOf(faces.get(at.card)?.squares ?? [], at)]))
      .sort()
      .join(),
  );
  return pictures.sort()[0] ?? "";
}

function symbolsOf({ squares }: Face): number {
  return squares.length - count(squares, 0);
}

function count(squares: readonly number[], symbol: number): number {
  return squares.filter((each) => each === symbol).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
