/** What a page shows in the bar at its top, in place of the title. */
import type { Snippet } from "svelte";

let content = $state.raw<Snippet | null>(null);

/** Return what the bar shows. Null: the title of the page. */
export function barContent(): Snippet | null {
  return content;
}

/** Show this in the bar as long as the component that calls it is on the page. */
export function showInBar(shown: () => Snippet): void {
  $effect.pre(() => {
    const own = shown();
    content = own;
    return () => {
      if (content === own) {
        content = null;
      }
    };
  });
}
