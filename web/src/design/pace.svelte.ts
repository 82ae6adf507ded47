/** The pace at which a live table shows what happens. */
import { browserStorage } from "../storage";

export const PACES = ["calm", "brisk", "instant"] as const;
export type Pace = (typeof PACES)[number];

const STORAGE_KEY = "covergames.pace";

let chosen = $state<Pace>("calm");

export function pace(): Pace {
  return chosen;
}

/** Use this pace from now on, and save the choice. */
export function choosePace(pace: Pace): void {
  chosen = pace;
  browserStorage.setItem(STORAGE_KEY, pace);
}

/** Use the saved pace. */
export function restorePace(): void {
  chosen = PACES.find((pace) => pace === browserStorage.getItem(STORAGE_KEY)) ?? "calm";
}
