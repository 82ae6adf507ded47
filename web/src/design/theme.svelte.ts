/** The colour theme: that of the system, unless the reader has chosen another. */
import { browserStorage } from "../storage";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "covergames.theme";

let chosen = $state<Theme>("auto");

export function theme(): Theme {
  return chosen;
}

/** Use this theme from now on. */
function applyTheme(theme: Theme): void {
  chosen = theme;
  if (theme === "auto") {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = theme;
  }
}

/** Use this theme from now on, and save the choice. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  browserStorage.setItem(STORAGE_KEY, theme);
}

/** Use the saved theme. */
export function applySavedTheme(): void {
  applyTheme(THEMES.find((theme) => theme === browserStorage.getItem(STORAGE_KEY)) ?? "auto");
}
