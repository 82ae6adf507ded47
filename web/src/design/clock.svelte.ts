/** The current time in milliseconds since 1970 as reactive state. It changes only while the clock runs. */

export class Clock {
  now = $state(Date.now());

  /** Update the time with every frame. Return a function that stops the clock, for use in `$effect`. */
  run(): () => void {
    let frame = 0;
    const tick = (): void => {
      this.now = Date.now();
      frame = requestAnimationFrame(tick);
    };
    tick();
    return () => cancelAnimationFrame(frame);
  }
}
