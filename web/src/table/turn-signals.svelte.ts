/** Signals that it is the player's turn: the page's title and icon, a vibration and a notification. The sound is one of sounds. */
import type { Connection } from "../connection/connection";
import iconAddress from "../design/icon.svg?url";
import turnIconAddress from "../design/icon-turn.svg?url";
import { notify } from "../design/notifications";
import { vibrate } from "../design/vibration";
import { text } from "../text/text.svelte";

const VIBRATION_MS = [60, 60, 60];

/** Return whether a player has something to decide. */
export function mayDecide({ private: privateView }: Pick<Connection, "private">): boolean {
  return (privateView?.legal.length ?? 0) > 0;
}

/** Return the title of a page at which the player has to decide. */
export function turnTitle(title: string, isTurn: boolean): string {
  return isTurn ? `● ${text("web.turn")} · ${title}` : title;
}

/** Signal each turn while the page is open. `isTurn` returns null until it is known. Call it while the page is created. */
export function signalTurns(isTurn: () => boolean | null, title: () => string): void {
  let wasTurn: boolean | null = null;
  $effect(() => {
    const isNow = isTurn();
    showIcon(isNow ? turnIconAddress : iconAddress);
    // A turn that the page begins with is no news.
    if (isNow && wasTurn === false) {
      vibrate(VIBRATION_MS);
      notify(text("web.turn"), title());
    }
    wasTurn = isNow;
  });
  $effect(() => () => showIcon(iconAddress));
}

function showIcon(address: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", address);
}
