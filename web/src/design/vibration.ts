/** Let a phone vibrate for some milliseconds, or in a pattern of vibrations and pauses. Browsers allow it after the first tap. */
export function vibrate(pattern: number | number[]): void {
  if ("vibrate" in navigator && navigator.userActivation.hasBeenActive) {
    navigator.vibrate(pattern);
  }
}
