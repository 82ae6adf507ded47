/** The clock of a round by the server's time: the countdown, the sand or the round limit, and how they sound and feel. */
import { play } from "../design/sound.svelte";
import { vibrate } from "../design/vibration";
import type { View } from "./view";

export interface RoundTimes {
  view: Pick<View, "phase" | "deadline" | "flipped_by" | "hourglass">;
  /** When the round began or will begin, in milliseconds by the server's clock. */
  roundStart: number | null;
  /** The server's clock minus this browser's, in milliseconds. */
  offset: number;
}

export const TICK_MS = 50;
const LAST_SECONDS = 10;
const COUNT_FROM = 3;
const TICK_VIBRATION_MS = 40;
const LAST_TICK_VIBRATION_MS = 90;

/** Call the constructor while a component is created. */
export class RoundClock {
  #now = $state(Date.now());
  readonly #times: () => RoundTimes;

  /** The milliseconds since the round began; negative during the countdown. */
  readonly elapsed = $derived.by(() => {
    const { roundStart, offset } = this.#times();
    return roundStart === null ? 0 : this.#now + offset - roundStart;
  });
  readonly isLaying = $derived.by(() => this.#times().view.phase === "lay");
  readonly isCounting = $derived.by(() => this.isLaying && this.#times().roundStart !== null && this.elapsed < 0);
  /** The number of the countdown: 3, 2 or 1. */
  readonly count = $derived.by(() => Math.min(COUNT_FROM, Math.max(1, Math.ceil(-this.elapsed / 1000))));
  readonly #deadline = $derived.by(() => (this.isLaying && !this.isCounting ? this.#times().view.deadline : null));
  /** The milliseconds until time is up. Null: there is no limit. */
  readonly left = $derived.by(() => (this.#deadline === null ? null : Math.max(0, this.#deadline - this.elapsed)));
  readonly seconds = $derived.by(() => (this.left === null ? null : Math.ceil(this.left / 1000)));
  readonly isUrgent = $derived.by(() => this.seconds !== null && this.seconds <= LAST_SECONDS);
  /** Whether the sand runs. */
  readonly isRunning = $derived.by(() => this.isLaying && this.#times().view.flipped_by !== null);
  /** When the sand has run through, by this browser's clock. Null: it does not run. */
  readonly endsAt = $derived.by(() => {
    const { roundStart, offset } = this.#times();
    return !this.isRunning || this.#deadline === null || roundStart === null
      ? null
      : roundStart + this.#deadline - offset;
  });
  /** How much sand is left, from 0 to 1. */
  readonly sand = $derived.by(() => Math.min(1, (this.left ?? 0) / this.#times().view.hourglass));

  constructor(times: () => RoundTimes) {
    this.#times = times;
    $effect(() => {
      const timer = setInterval(() => (this.#now = Date.now()), TICK_MS);
      return () => clearInterval(timer);
    });

    // table/sounds.svelte.ts plays the sounds of events; these are the sounds of the clock.
    let wasCounting = false;
    $effect(() => {
      if (this.isCounting) {
        void this.count;
        play("countdown");
      } else if (wasCounting) {
        play("go");
      }
      wasCounting = this.isCounting;
    });

    $effect(() => {
      if (this.isUrgent && this.seconds !== null && this.seconds > 0) {
        play("tick");
        vibrate(this.seconds <= COUNT_FROM ? LAST_TICK_VIBRATION_MS : TICK_VIBRATION_MS);
      }
    });
  }
}
