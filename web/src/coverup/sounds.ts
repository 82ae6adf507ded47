/** What is heard in a round: the count of three, the hourglass, its last seconds, the end. Off until somebody turns it on. */

const KEPT = "covergames.sound";

const TONES = {
  count: [523, 0.12],
  go: [1047, 0.35],
  flip: [392, 0.5],
  tick: [1400, 0.05],
  up: [196, 0.8],
} as const satisfies Record<string, readonly [hertz: number, seconds: number]>;

let audio: AudioContext | null = null;

export function hasSound(): boolean {
  return localStorage.getItem(KEPT) === "true";
}

/** Turn sound on or off, in this browser for good; on, it is heard at once. */
export function turnSound(on: boolean): void {
  localStorage.setItem(KEPT, String(on));
  sound("count");
}

/** Make a sound, if there is any; browsers allow none before the page has been touched. */
export function sound(name: keyof typeof TONES): void {
  if (!hasSound() || !navigator.userActivation.hasBeenActive) {
    return;
  }
  audio ??= new AudioContext();
  void audio.resume();
  const [hertz, seconds] = TONES[name];
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  const loudness = new GainNode(audio, { gain: 0.14 });
  loudness.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + seconds);
  oscillator.connect(loudness).connect(audio.destination);
  oscillator.start();
  oscillator.stop(audio.currentTime + seconds);
}
