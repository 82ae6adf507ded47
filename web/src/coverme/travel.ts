/** Cards travel between the places where they lie: what leaves one and appears in another is moved there. */
import { cubicOut } from "svelte/easing";
import { crossfade, fade } from "svelte/transition";

const TRAVEL = 420;

function duration(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : TRAVEL;
}

export const [sent, received] = crossfade({
  duration,
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: duration() / 2 }),
});

/** How long a row takes to close its gaps. */
export function closing(): { duration: number } {
  return { duration: duration() / 2 };
}
