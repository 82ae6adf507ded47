/** A game of Cover Up that is over, as its table is drawn step by step, in its own time. */
import { sitting } from "../coverme/view";
import type { Chapter } from "../replay/walk";
import { text } from "../text/text.svelte";
import type { Replay } from "../wire";
import { ROUNDS, viewOf, type View } from "./view";

/** Milliseconds of a step that took no time, so that it is seen; and of what happens between rounds. */
const SHORTEST = 60;
const BETWEEN = 1500;

/** The table after that step; everybody is spoken of by name. */
export function viewAt({ arrangement, players, steps }: Replay, number: number): View | null {
  const shown = steps[number]?.public;
  if (shown?.game !== "cover-up" || arrangement.game !== "cover-up") {
    return null;
  }
  return viewOf(shown, null, players.map(sitting), arrangement);
}

/** The rounds, each from the step with which it began. */
export function roundsOf({ steps }: Replay): Chapter[] {
  return steps.flatMap(({ public: shown }, step) => {
    const before = steps[step - 1]?.public;
    const isFirst = shown.game === "cover-up" && (before?.game !== "cover-up" || before.round !== shown.round);
    return isFirst ? [{ step, name: text("cover-up.round", { round: shown.round, rounds: ROUNDS }) }] : [];
  });
}

/** How long it was until the following step: in a round, by the server's clock. */
export function paceOf({ steps }: Replay, step: number): number {
  const [now, next] = [steps[step]?.public, steps[step + 1]?.public];
  if (now?.game !== "cover-up" || next?.game !== "cover-up" || now.phase !== "lay") {
    return BETWEEN;
  }
  return Math.max(SHORTEST, next.now - now.now);
}
