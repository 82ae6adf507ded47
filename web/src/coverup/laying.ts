/**
 * A hand that never waits for the network: what the player has made of the pile is shown at once and sent as soon as the
 * server has answered what was sent before, in as few decisions as it takes. The server's word wins where it refuses.
 */
import type { Lay, Lift } from "../wire";
import { stepsBetween, type Pile } from "./pile";

export interface Laying {
  /** The pile as the player has laid it, as long as the server does not know it; null: what the server has. */
  readonly wanted: Pile | null;
  /** What the server's pile will be once it has everything that is on its way. */
  readonly sent: Pile | null;
  /** Whether the server has refused something since that was sent. */
  readonly isRefused: boolean;
}

export const SETTLED: Laying = { wanted: null, sent: null, isRefused: false };

/** The player has changed the pile. */
export function changed(laying: Laying, wanted: Pile): Laying {
  return { ...laying, wanted };
}

/** The server has refused something: a card, or that the pile be locked. */
export function refused(laying: Laying): Laying {
  return laying.wanted === null ? laying : { ...laying, isRefused: true };
}

/**
 * What is to be sent now, when the server has this pile: nothing while something is on its way. What was refused is not sent
 * again by itself; what the player has done since then is.
 */
export function due(laying: Laying, told: Pile, isOnItsWay: boolean): [Laying, (Lay | Lift)[]] {
  if (laying.wanted === null || isOnItsWay) {
    return [laying, []];
  }
  const { wanted, sent, isRefused } = laying;
  const steps = isRefused && wanted === sent ? [] : stepsBetween(told, wanted);
  return steps.length === 0 ? [SETTLED, []] : [{ wanted, sent: wanted, isRefused: false }, steps];
}

/** What is still to be sent before the player locks the pile, without waiting for what is on its way. */
export function rest(laying: Laying, told: Pile): [Laying, (Lay | Lift)[]] {
  if (laying.wanted === null) {
    return [laying, []];
  }
  return [{ ...laying, sent: laying.wanted }, stepsBetween(laying.sent ?? told, laying.wanted)];
}
