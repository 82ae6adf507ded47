/** Replays of Cover Up. */
import type { Chapter } from "../replay/navigation";
import { presentPlace } from "../table/players";
import { text } from "../text/text.svelte";
import type { Replay } from "../wire";
import { ROUNDS, viewOf, type View } from "./view";

/** A step lasts at least this long, so that it is visible. */
const MIN_STEP_MS = 60;
/** Between rounds no clock runs. */
const BETWEEN_ROUNDS_MS = 1500;

/** Return the table after a step. All players are called by name, never "you". */
export function viewAt({ arrangement, players, steps }: Replay, number: number): View | null {
  const publicView = steps[number]?.public;
  if (publicView?.game !== "cover-up" || arrangement.game !== "cover-up") {
    return null;
  }
  return viewOf(publicView, null, players.map(presentPlace), arrangement);
}

/** Return the rounds as chapters. */
export function roundsOf({ steps }: Replay): Chapter[] {
  return steps.flatMap(({ public: publicView }, step) => {
    const before = steps[step - 1]?.public;
    const isFirst =
      publicView.game === "cover-up" && (before?.game !== "cover-up" || before.round !== publicView.round);
    return isFirst ? [{ step, name: text("cover-up.round", { round: publicView.round, rounds: ROUNDS }) }] : [];
  });
}

/** Return the milliseconds until the next step; within a round, as they were. */
export function stepDuration({ steps }: Replay, step: number): number {
  const [now, next] = [steps[step]?.public, steps[step + 1]?.public];
  if (now?.game !== "cover-up" || next?.game !== "cover-up" || now.phase !== "lay") {
    return BETWEEN_ROUNDS_MS;
  }
  return Math.max(MIN_STEP_MS, next.now - now.now);
}
