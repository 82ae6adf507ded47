/** Keep the screen on, if the browser supports it. Return a function that lets it sleep again. */
export function holdWakeLock(): () => void {
  let lock: Promise<WakeLockSentinel | null> | null = null;

  /** Request the lock again whenever the page becomes visible: a hidden page loses it. */
  function request(): void {
    if (document.visibilityState === "visible") {
      lock = navigator.wakeLock.request("screen").catch(() => null); // refused, for instance because of a low battery
    }
  }

  if ("wakeLock" in navigator) {
    request();
    document.addEventListener("visibilitychange", request);
  }
  return () => {
    document.removeEventListener("visibilitychange", request);
    void lock?.then((granted) => granted?.release()); // the browser may not have granted it yet
  };
}
