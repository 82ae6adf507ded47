/** The time, for what is drawn: it stands still unless somebody asks for it to run. */

export class Clock {
  now = $state(Date.now());

  /** Let it run with every frame while an effect lasts; use it within `$effect`. */
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
