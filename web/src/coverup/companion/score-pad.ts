/** The score pad: the points of five rounds, the point for the hourglass, and the winners. */
import { TRACK_STEPS } from "../score-track";

export const ROUNDS = 5;
export const PLAYERS = { min: 2, max: 6 } as const;

/** A round on the pad. */
export interface Round {
  /** The points of each player without the hourglass. Null: not entered yet. */
  points: (number | null)[];
  /** The player who flipped the hourglass. Null: nobody did. */
  flipper: number | null;
  /** Whether cards had to be removed from the flipper's pile. */
  isFlawed: boolean;
}

export interface Pad {
  names: string[];
  rounds: Round[];
  /** The number of steps in a lap of the score track. */
  track: number;
}

export function newPad(players: number, track = TRACK_STEPS): Pad {
  return {
    names: Array.from({ length: players }, () => ""),
    rounds: Array.from({ length: ROUNDS }, () => emptyRound(players)),
    track,
  };
}

function emptyRound(players: number): Round {
  return { points: Array.from({ length: players }, () => null), flipper: null, isFlawed: false };
}

export function isPad(value: unknown): value is Pad {
  const pad = value as Pad | null;
  return (
    Array.isArray(pad?.names) &&
    pad.names.length >= PLAYERS.min &&
    pad.names.length <= PLAYERS.max &&
    typeof pad.track === "number" &&
    Array.isArray(pad.rounds) &&
    pad.rounds.length === ROUNDS &&
    pad.rounds.every((round) => Array.isArray(round?.points) && round.points.length === pad.names.length)
  );
}

/** Return the pad for another number of players, with the points of those who stay. */
export function resized(pad: Pad, players: number): Pad {
  const blank = newPad(players, pad.track);
  return {
    ...blank,
    names: blank.names.map((name, player) => pad.names[player] ?? name),
    rounds: pad.rounds.map(({ points, flipper, isFlawed }) => ({
      points: blank.names.map((_, player) => points[player] ?? null),
      flipper: flipper !== null && flipper < players ? flipper : null,
      isFlawed,
    })),
  };
}

/** Return the point for the hourglass: -1 for a flawless pile, +1 if cards had to be removed (CU-S4). */
export function hourglassPoint({ flipper, isFlawed }: Round, player: number): number {
  if (flipper !== player) {
    return 0;
  }
  return isFlawed ? 1 : -1;
}

/** Return the points of a player in the rounds that are entered (CU-S5). */
export function total(pad: Pad, player: number): number {
  return pad.rounds.reduce((sum, round) => {
    const points = round.points[player] ?? null;
    return points === null ? sum : sum + points + hourglassPoint(round, player);
  }, 0);
}

/** Return whether every round is entered for every player. */
export function isComplete(pad: Pad): boolean {
  return pad.rounds.every(({ points }) => points.every((point) => point !== null));
}

/** Return the winners: the fewest points win, and ties share the victory (CU-X1). Empty before the end. */
export function winners(pad: Pad): number[] {
  if (!isComplete(pad)) {
    return [];
  }
  const totals = pad.names.map((_, player) => total(pad, player));
  return totals.flatMap((points, player) => (points === Math.min(...totals) ? [player] : []));
}
