/**
 * Optimistic updates of the player's own pile: a change is shown at once, and sent as soon as the server has answered the earlier
 * ones, in as few decisions as possible. If the server refuses a change, its pile is shown again.
 */
import type { Lay, Lift } from "../wire";
import { stepsBetween, type Pile } from "./pile";

export interface Laying {
  /** The player's pile while the server does not have it. Null: the server's pile is current. */
  readonly wanted: Pile | null;
  /** The server's pile once it has everything that was sent. Null: nothing was sent. */
  readonly sent: Pile | null;
  /** Whether the server has refused something since then. */
  readonly isRefused: boolean;
}

export const SETTLED: Laying = { wanted: null, sent: null, isRefused: false };

/** Return the state after the player has changed the pile. */
export function changed(laying: Laying, wanted: Pile): Laying {
  return { ...laying, wanted };
}

/** Return the state after the server has refused something: a card, or locking the pile. */
export function refused(laying: Laying): Laying {
  return laying.wanted === null ? laying : { ...laying, isRefused: true };
}

/**
 * Return the new state and the decisions to send now, given the server's pile. Nothing is sent while something is on its way. A
 * refused change is not sent again, but later changes are.
 */
export function due(laying: Laying, serverPile: Pile, isOnItsWay: boolean): [Laying, (Lay | Lift)[]] {
  if (laying.wanted === null || isOnItsWay) {
    return [laying, []];
  }
  const { wanted, sent, isRefused } = laying;
  const steps = isRefused && wanted === sent ? [] : stepsBetween(serverPile, wanted);
  return steps.length === 0 ? [SETTLED, []] : [{ wanted, sent: wanted, isRefused: false }, steps];
}

/** Return the decisions to send before the player locks the pile, without waiting for earlier answers. */
export function remaining(laying: Laying, serverPile: Pile): [Laying, (Lay | Lift)[]] {
  if (laying.wanted === null) {
    return [laying, []];
  }
  return [{ ...laying, sent: laying.wanted }, stepsBetween(laying.sent ?? serverPile, laying.wanted)];
}
