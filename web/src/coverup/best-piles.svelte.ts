/** The best piles of finished rounds. Each round's are requested once, and again after a pause if the request fails. */
import { onDestroy } from "svelte";
import type { Optimum } from "../wire";

/** The pause before the best piles are requested again. It doubles after each failure. */
const RETRY_MS = 5000;

/** Return the best pile of each hand by round, as far as they have arrived. Call it while a component is created. */
export function bestPiles(
  rounds: () => readonly { round: number }[],
  fetchOptima: (round: number) => Promise<Optimum[]>,
): { readonly byRound: ReadonlyMap<number, readonly Optimum[]> } {
  let byRound = $state.raw<ReadonlyMap<number, readonly Optimum[]>>(new Map());
  const requested = new Set<number>();
  let isMounted = true;

  function load(round: number, pause = RETRY_MS): void {
    requested.add(round);
    fetchOptima(round).then(
      (found) => (byRound = new Map(byRound).set(round, found)),
      () => setTimeout(() => isMounted && load(round, 2 * pause), pause),
    );
  }

  $effect(() => rounds().forEach(({ round }) => requested.has(round) || load(round)));
  onDestroy(() => (isMounted = false));
  return {
    get byRound() {
      return byRound;
    },
  };
}
