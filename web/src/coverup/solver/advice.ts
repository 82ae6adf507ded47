/** One step from the laid cards towards a best pile, as covergames.coverup.advice finds it (CU-B1). */
import type { CardText, Placement, Step } from "../../wire";
import { rowsOf, unlinked, type Faces, type Pile } from "../pile.ts";
import { moved, waysRound } from "./moves.ts";

/**
 * Return the next step towards the nearest best pile, moved, turned and mirrored to where the laid cards are: a card to lay, a card
 * to take away, or neither if the laid cards are a best pile. A card that is laid on advice is never taken away on advice.
 */
export function advise(laid: Pile, best: readonly Pile[], faces: Faces): Step {
  const goal = nearest(laid, best, faces);
  const looks = new Set(goal.map((at) => look(at, faces)));
  const misplaced = laid.filter((at) => !looks.has(look(at, faces))).at(-1);
  if (misplaced !== undefined) {
    return takeAway(misplaced.card);
  }
  const missing = goal.filter(({ card }) => !laid.some((at) => at.card === card));
  if (missing.length === 0) {
    return { lay: null, take_away: null };
  }
  const linking = missing.find((at) => unlinked([...laid, at], faces).length === 0);
  if (linking !== undefined) {
    return { lay: linking, take_away: null };
  }
  const linked = largestGroup(laid, faces);
  return takeAway(laid.filter(({ card }) => !linked.has(card)).at(-1)!.card);
}

function takeAway(card: CardText): Step {
  return { lay: null, take_away: card };
}

/** Return the best pile, moved, turned and mirrored, that shares most placements with the laid cards; the first of equals. */
function nearest(laid: Pile, best: readonly Pile[], faces: Faces): Pile {
  let [found, most] = [best[0] ?? [], 0];
  for (const way of best.flatMap(waysRound)) {
    const { x, y, count } = bestShift(laid, way, faces);
    if (count > most) {
      [found, most] = [moved(way, x, y), count];
    }
    if (most === laid.length) {
      return found;
    }
  }
  return found;
}

/** Return the shift of the pile that makes most of the laid cards lie as in it, and how many do. */
function bestShift(laid: Pile, way: Pile, faces: Faces): { x: number; y: number; count: number } {
  const counts = new Map<string, { x: number; y: number; count: number }>();
  for (const at of laid) {
    const theirs = way.find(({ card }) => card === at.card);
    if (theirs !== undefined && rows(at, faces) === rows(theirs, faces)) {
      const [x, y] = [at.x - theirs.x, at.y - theirs.y];
      const shift = counts.get(`${x},${y}`) ?? { x, y, count: 0 };
      counts.set(`${x},${y}`, { ...shift, count: shift.count + 1 });
    }
  }
  return [...counts.values()].reduce((one, other) => (other.count > one.count ? other : one), { x: 0, y: 0, count: 0 });
}

/** Return what can be seen of a placement: turns that show the same squares are equal. */
function look(at: Placement, faces: Faces): string {
  return `${at.card} ${at.x} ${at.y} ${rows(at, faces)}`;
}

function rows(at: Placement, faces: Faces): string {
  return JSON.stringify(rowsOf(faces.get(at.card)?.squares ?? [], at));
}

/** Return the most cards that links join to each other (CU-P4); the first of equals. */
function largestGroup(laid: Pile, faces: Faces): Set<CardText> {
  const groups = laid.map((_, start) => {
    const inOrder = [...laid.slice(start), ...laid.slice(0, start)];
    const outside = unlinked(inOrder, faces);
    return new Set(inOrder.map(({ card }) => card).filter((card) => !outside.includes(card)));
  });
  return groups.reduce((one, other) => (other.size > one.size ? other : one), new Set<CardText>());
}
