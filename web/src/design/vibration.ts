import { Switch } from "./switch.svelte";

export const vibration = new Switch("vibration", true);

/** Let the device vibrate, if it can and the player likes it. Browsers forbid it before the first tap. */
export function vibrate(pattern: number | number[]): void {
  if (vibration.isOn && "vibrate" in navigator && navigator.userActivation.hasBeenActive) {
    navigator.vibrate(pattern);
  }
}
