/** By day or by night: as the reader's system has it, unless they chose otherwise. */
import { drawer } from "../drawer";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "covergames.theme";

let chosen = $state<Theme>("auto");

export function theme(): Theme {
  return chosen;
}

/** Look like this from now on. */
function wear(theme: Theme): void {
  chosen = theme;
  if (theme === "auto") {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = theme;
  }
}

/** Look like this, and in this browser the next time too. */
export function chooseTheme(theme: Theme): void {
  wear(theme);
  drawer.setItem(KEPT, theme);
}

/** Look as was chosen before. */
export function wearPreferred(): void {
  wear(THEMES.find((theme) => theme === drawer.getItem(KEPT)) ?? "auto");
}
