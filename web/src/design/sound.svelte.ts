/** Sounds, made of tones; there are none until somebody turns them on. */
import { drawer } from "../drawer";

const KEPT = "covergames.sound";

interface Tone {
  /** Hertz. */
  pitch: number;
  /** Seconds. */
  at: number;
  lasts: number;
  shape: OscillatorType;
}

const SOUNDS = {
  /** It is your turn. */
  turn: [tone(660, 0, 0.12), tone(880, 0.1, 0.2)],
  /** The covers are turned: a shutter. */
  reveal: [tone(1400, 0, 0.03, "square"), tone(900, 0.06, 0.04, "square")],
  /** A season has ended. */
  season: [tone(523, 0, 0.15), tone(659, 0.12, 0.15), tone(784, 0.24, 0.3)],
  /** The game is over. */
  over: [tone(523, 0, 0.2), tone(659, 0.15, 0.2), tone(784, 0.3, 0.2), tone(1047, 0.45, 0.6)],
  /** Somebody said something. */
  said: [tone(440, 0, 0.06), tone(550, 0.07, 0.08)],
  /** A round of Cover Up: the count of three, the hourglass, its last seconds, its end. */
  count: [tone(523, 0, 0.12)],
  go: [tone(1047, 0, 0.35)],
  flip: [tone(392, 0, 0.5)],
  tick: [tone(1400, 0, 0.05)],
  up: [tone(196, 0, 0.8)],
} satisfies Record<string, Tone[]>;
export type Sound = keyof typeof SOUNDS;

function tone(pitch: number, at: number, lasts: number, shape: OscillatorType = "triangle"): Tone {
  return { pitch, at, lasts, shape };
}

const LOUDNESS = 0.12;
let isOn = $state(false);
let context: AudioContext | null = null;

export function hasSound(): boolean {
  return isOn;
}

/** Turn sounds on or off, in this browser for good; on, they are heard at once. */
export function turnSound(on: boolean): void {
  isOn = on;
  drawer.setItem(KEPT, String(on));
  play("turn");
}

/** As it was left. */
export function soundAsBefore(): void {
  isOn = drawer.getItem(KEPT) === "true";
}

/** Make a sound, if there is any; browsers allow none before the page has been touched. */
export function play(sound: Sound): void {
  if (isOn && navigator.userActivation.hasBeenActive) {
    SOUNDS[sound].forEach((each) => sounded(each, begun()));
  }
}

function begun(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") {
    void context.resume();
  }
  return context;
}

function sounded({ pitch, at, lasts, shape }: Tone, audio: AudioContext): void {
  const start = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const loudness = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  oscillator.connect(loudness).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts);
}
