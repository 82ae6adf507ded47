/**
 * Pass and play: several people at one device. Who holds it sees what is theirs; between two of them hangs a curtain, and
 * whatever has become public meanwhile is shown to all before it.
 */
import type { Seat } from "../wire";

export interface Stage {
  /** Who looks at their own cards; null: nobody. */
  readonly holder: Seat | null;
  /** Who did so last. */
  readonly last: Seat | null;
  /** The moment of the game at which the device was last handed over. */
  readonly moment: string;
  /** Whether all look at the table together before the next one takes the device. */
  readonly isOpen: boolean;
}

/** Before anybody has held the device: the table is shown first. */
export function opened(moment: string): Stage {
  return { holder: null, last: null, moment, isOpen: true };
}

/** Who is next among those who have to decide: clockwise from whoever held the device last. */
export function nextHolder(waiting: readonly Seat[], last: Seat | null): Seat | null {
  const inOrder = [...waiting].sort((one, other) => one - other);
  return inOrder.find((seat) => last !== null && seat > last) ?? inOrder[0] ?? null;
}

/** Whether the holder still has something to decide that nobody else should see. */
export function isHolding({ holder, moment: since }: Stage, waiting: readonly Seat[], moment: string): boolean {
  return holder !== null && waiting.includes(holder) && moment === since;
}

/** The stage once the game has come to this moment: whoever has decided lets go, and what is new is shown to all. */
export function movedOn(now: Stage, waiting: readonly Seat[], moment: string): Stage {
  if (now.holder === null || isHolding(now, waiting, moment)) {
    return now;
  }
  return { holder: null, last: now.holder, moment, isOpen: moment !== now.moment || waiting.length === 0 };
}

/** The curtain closes: all have seen what there was to see. */
export function closed(now: Stage): Stage {
  return { ...now, isOpen: false };
}

/** Somebody takes the device. */
export function taken(now: Stage, seat: Seat, moment: string): Stage {
  return { ...now, holder: seat, moment, isOpen: false };
}
