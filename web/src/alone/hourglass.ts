/** An hourglass for the table at home: what is left of the sand follows from the time, so a reload changes nothing. */

export interface Hourglass {
  /** How long the sand runs; 30 in the box (CU-H1). */
  seconds: number;
  /** When it will have run through, in milliseconds since 1970; null: it lies on its side. */
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

/** Flipped now: all of its sand is above. */
export function flipped({ seconds }: Hourglass, now: number): Hourglass {
  return { seconds, endsAt: now + seconds * 1000 };
}

/** Laid on its side. */
export function rested({ seconds }: Hourglass): Hourglass {
  return { seconds, endsAt: null };
}

/** Milliseconds of sand that are above: all of it while it rests, none once it has run through. */
export function sandLeft({ seconds, endsAt }: Hourglass, now: number): number {
  const all = seconds * 1000;
  return endsAt === null ? all : Math.min(all, Math.max(0, endsAt - now));
}

/** Whether sand is running. */
export function isRunning(glass: Hourglass, now: number): boolean {
  return glass.endsAt !== null && sandLeft(glass, now) > 0;
}
