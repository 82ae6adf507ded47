/** The score track, which is run round as often as needed. */

/** Steps once round it, unless somebody's own has others. */
export const TRACK = 50;

/** Where a marker with so many points stands: how often it has been all the way round, and on which step (CU-S5). */
export function standing(points: number, track = TRACK): { laps: number; step: number } {
  const laps = Math.max(0, Math.floor(points / track));
  return { laps, step: points - laps * track };
}
