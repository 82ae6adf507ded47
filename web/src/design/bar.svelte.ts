/** What a page shows in the bar at its top, beside the title. */
import type { Component } from "svelte";

interface BarContent {
  component: Component<Record<string, unknown>>;
  /** Buttons that are rarely needed, with the same props. */
  actions: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
}

let content = $state.raw<BarContent | null>(null);

/** Return what the bar shows. Null: nothing but the title of the page. */
export function barContent(): BarContent | null {
  return content;
}

/**
 * Show two components in the bar as long as the calling component is on the page: one that is always in sight, and the actions,
 * which are in a menu on a phone. Their props are copied at every change, because the bar may be drawn once more when the calling
 * component is already gone.
 */
export function showInBar<Props extends Record<string, unknown>>(
  component: Component<Props>,
  actions: Component<Props>,
  props: () => Props,
): void {
  let own: BarContent | null = null;
  $effect.pre(() => {
    own = {
      component: component as Component<Record<string, unknown>>,
      actions: actions as Component<Record<string, unknown>>,
      props: props(),
    };
    content = own;
  });
  $effect.pre(() => () => {
    if (content === own) {
      content = null;
    }
  });
}
