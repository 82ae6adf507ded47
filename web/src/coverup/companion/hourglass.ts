/** An hourglass for the boxed game. The sand is computed from the time, so reloading the page changes nothing. */

export interface Hourglass {
  /** How long the sand runs; 30 seconds in the box (CU-H1). */
  seconds: number;
  /** When the sand has run through, in milliseconds since 1970. Null: the hourglass lies on its side. */
  endsAt: number | null;
}

export const RESTING: Hourglass = { seconds: 30, endsAt: null };

export function isHourglass(value: unknown): value is Hourglass {
  const glass = value as Hourglass | null;
  return (
    typeof glass?.seconds === "number" &&
    glass.seconds > 0 &&
    (glass.endsAt === null || typeof glass.endsAt === "number")
  );
}

/** Return the hourglass after it is flipped: all sand is above. */
export function flipped({ seconds }: Hourglass, now: number): Hourglass {
  return { seconds, endsAt: now + seconds * 1000 };
}

/** Return the hourglass laid on its side. */
export function rested({ seconds }: Hourglass): Hourglass {
  return { seconds, endsAt: null };
}

/** Return the milliseconds of sand that are left: all while it rests, none once it has run through. */
export function sandLeft({ seconds, endsAt }: Hourglass, now: number): number {
  const all = seconds * 1000;
  return endsAt === null ? all : Math.min(all, Math.max(0, endsAt - now));
}

/** Return whether the sand is running. */
export function isRunning(glass: Hourglass, now: number): boolean {
  return glass.endsAt !== null && sandLeft(glass, now) > 0;
}
