/** Keeps the screen from going dark where the browser can; elsewhere nothing happens. Returns how to let it go again. */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | null> | null = null;

  /** A page that was hidden has lost its lock. */
  function ask(): void {
    if (document.visibilityState === "visible") {
      lock = navigator.wakeLock.request("screen").catch(() => null); // the browser may have reasons, such as a low battery
    }
  }

  if ("wakeLock" in navigator) {
    ask();
    document.addEventListener("visibilitychange", ask);
  }
  return () => {
    document.removeEventListener("visibilitychange", ask);
    void lock?.then((granted) => granted?.release()); // which may not have been granted yet
  };
}
