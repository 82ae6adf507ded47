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
}

export const SETTLED: Laying = { wanted: null, sent: null };

/** The player has changed the pile. */
export function changed(laying: Laying, wanted: Pile): Laying {
  return { ...laying, wanted };
}

/** What is to be sent now, when the server has this pile: nothing while something is on its way. */
export function due(laying: Laying, told: Pile, isOnItsWay: boolean): [Laying, (Lay | Lift)[]] {
  if (laying.wanted === null || isOnItsWay) {
    return [laying, []];
  }
  const steps = stepsBetween(told, laying.wanted);
  return steps.length === 0 ? [SETTLED, []] : [{ wanted: laying.wanted, sent: laying.wanted }, steps];
}

/** What is still to be sent before the player locks the pile, without waiting for what is on its way. */
export function rest(laying: Laying, told: Pile): [Laying, (Lay | Lift)[]] {
  if (laying.wanted === null) {
    return [laying, []];
  }
  return [{ wanted: laying.wanted, sent: laying.wanted }, stepsBetween(laying.sent ?? told, laying.wanted)];
}
