/** The score track, on which markers go round. */

/** The number of steps in a lap, on the track of the box. */
export const TRACK_STEPS = 50;

/** Return the number of completed laps and the step of a marker (CU-S5). */
export function markerAt(points: number, track = TRACK_STEPS): { laps: number; step: number } {
  const laps = Math.max(0, Math.floor(points / track));
  return { laps, step: points - laps * track };
}
