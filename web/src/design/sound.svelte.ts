/** Sounds, made of tones. They are off until the player turns them on. */
import { browserStorage } from "../storage";

const STORAGE_KEY = "covergames.sound";

interface Tone {
  /** Hertz. */
  frequency: number;
  /** Seconds. */
  at: number;
  duration: number;
  shape: OscillatorType;
}

const SOUNDS = {
  /** The player has to decide. */
  turn: [tone(660, 0, 0.12), tone(880, 0.1, 0.2)],
  /** Covers are revealed: a shutter. */
  reveal: [tone(1400, 0, 0.03, "square"), tone(900, 0.06, 0.04, "square")],
  /** A season has ended. */
  seasonEnd: [tone(523, 0, 0.15), tone(659, 0.12, 0.15), tone(784, 0.24, 0.3)],
  /** The game is over. */
  gameOver: [tone(523, 0, 0.2), tone(659, 0.15, 0.2), tone(784, 0.3, 0.2), tone(1047, 0.45, 0.6)],
  /** A chat message. */
  chat: [tone(440, 0, 0.06), tone(550, 0.07, 0.08)],
  /** A timed round: countdown, start, hourglass, last seconds, end. */
  countdown: [tone(523, 0, 0.12)],
  go: [tone(1047, 0, 0.35)],
  flip: [tone(392, 0, 0.5)],
  tick: [tone(1400, 0, 0.05)],
  timeUp: [tone(196, 0, 0.8)],
} satisfies Record<string, Tone[]>;
export type Sound = keyof typeof SOUNDS;

function tone(frequency: number, at: number, duration: number, shape: OscillatorType = "triangle"): Tone {
  return { frequency, at, duration, shape };
}

const VOLUME = 0.12;
let isOn = $state(false);
let context: AudioContext | null = null;

export function isSoundOn(): boolean {
  return isOn;
}

/** Return whether the player has ever turned sounds on or off. */
export function isSoundChosen(): boolean {
  return browserStorage.getItem(STORAGE_KEY) !== null;
}

/** Turn sounds on or off, and save the choice. Turning them on plays one. */
export function setSound(on: boolean): void {
  isOn = on;
  browserStorage.setItem(STORAGE_KEY, String(on));
  play("turn");
}

/** Restore the saved choice. */
export function restoreSound(): void {
  isOn = browserStorage.getItem(STORAGE_KEY) === "true";
}

/** Play a sound, if sounds are on. Browsers allow none before the first interaction with the page. */
export function play(sound: Sound): void {
  if (isOn && navigator.userActivation.hasBeenActive) {
    SOUNDS[sound].forEach((each) => playTone(each, runningContext()));
  }
}

function runningContext(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") {
    void context.resume();
  }
  return context;
}

function playTone({ frequency, at, duration, shape }: Tone, audio: AudioContext): void {
  const start = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(VOLUME, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + duration);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + duration);
}
