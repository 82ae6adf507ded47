/** Whether all cards on a table have the same value, so that they show no prestige (CM-V3). */
import { getContext, setContext } from "svelte";

const KEY = Symbol("same value");

/** Set it for all cards inside the calling component. */
export function setSameValue(isSameValue: () => boolean): void {
  setContext(KEY, isSameValue);
}

/** Return whether the cards inside the calling component have the same value. */
export function sameValue(): () => boolean {
  return getContext<(() => boolean) | undefined>(KEY) ?? (() => false);
}
