/**
 * Pass and play: several people share one device. Only the person who holds it sees their own cards. Between two people the
 * table is hidden, and before that everybody sees what has become public.
 */
import type { Seat } from "../wire";

export interface Handover {
  /** The seat whose cards are on the screen. Null: none. */
  readonly holder: Seat | null;
  /** The last holder. */
  readonly last: Seat | null;
  /** The phase of the game in which the device last changed hands. */
  readonly phase: string;
  /** Whether everybody looks at the table together before the next person takes the device. */
  readonly isTableShown: boolean;
}

/** Return the state before anybody has held the device: the table is shown. */
export function initialHandover(phase: string): Handover {
  return { holder: null, last: null, phase, isTableShown: true };
}

/** Return the next of the seats that have to decide, clockwise from the last holder. */
export function nextHolder(waiting: readonly Seat[], last: Seat | null): Seat | null {
  const inOrder = [...waiting].sort((one, other) => one - other);
  return inOrder.find((seat) => last !== null && seat > last) ?? inOrder[0] ?? null;
}

/** Return whether the holder still has to decide something in this phase. */
export function isHolding({ holder, phase: since }: Handover, waiting: readonly Seat[], phase: string): boolean {
  return holder !== null && waiting.includes(holder) && phase === since;
}

/** Return the state after the game has moved on: the holder who has decided lets go, and a new phase is shown to everybody. */
export function afterMove(now: Handover, waiting: readonly Seat[], phase: string): Handover {
  if (now.holder === null || isHolding(now, waiting, phase)) {
    return now;
  }
  return { holder: null, last: now.holder, phase, isTableShown: phase !== now.phase || waiting.length === 0 };
}

/** Return the state after everybody has seen the table: it is shown, or hidden until the next person takes the device. */
export function withTable(now: Handover, isTableShown: boolean): Handover {
  return { ...now, isTableShown };
}

/** Return the state after a person has taken the device. */
export function takenBy(now: Handover, seat: Seat, phase: string): Handover {
  return { ...now, holder: seat, phase, isTableShown: false };
}
