/** Whole piles moved, turned and mirrored. */
import { extent, sizeOf, type Pile } from "../pile.ts";

/** Return the pile moved on the grid. */
export function moved(pile: Pile, x: number, y: number): Pile {
  return pile.map((at) => ({ ...at, x: at.x + x, y: at.y + y }));
}

/** Return the pile moved so that its leftmost and its topmost square have coordinate 0. */
export function atOrigin(pile: Pile): Pile {
  const { x, y } = extent(pile);
  return moved(pile, -x, -y);
}

/** Return the pile in all eight orientations. */
export function waysRound(pile: Pile): Pile[] {
  return [pile, mirrored(pile)].flatMap((side) => {
    const ways = [side];
    while (ways.length < 4) {
      ways.push(quarterTurned(ways.at(-1) ?? side));
    }
    return ways;
  });
}

/** Return the pile mirrored left-right about the line x = 0. */
function mirrored(pile: Pile): Pile {
  return pile.map((at) => ({ ...at, flip: !at.flip, turn: (4 - at.turn) % 4, x: -at.x - sizeOf(at).width }));
}

/** Return the pile turned clockwise by a quarter about the point (0, 0). */
function quarterTurned(pile: Pile): Pile {
  return pile.map((at) => ({ ...at, turn: (at.turn + 1) % 4, x: -at.y - sizeOf(at).height, y: at.x }));
}
