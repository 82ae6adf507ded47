/** Keeps the screen from going dark where the browser can; elsewhere nothing happens. Returns how to let it go again. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;

  /** A page that was hidden has lost its lock. */
  async function ask(): Promise<void> {
    if (isWanted && document.visibilityState === "visible") {
      lock = await navigator.wakeLock.request("screen").catch(() => null); // the browser may have reasons, such as a low battery
    }
  }

  if ("wakeLock" in navigator) {
    void ask();
    document.addEventListener("visibilitychange", ask);
  }
  return () => {
    isWanted = false;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
