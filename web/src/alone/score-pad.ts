/** The score pad of Cover Up: points of five rounds, the hourglass's point, and where each marker stands on the track. */
import { TRACK } from "../coverup/score-track";

export const ROUNDS = 5;
export const PLAYERS = { fewest: 2, most: 6 } as const;

/** One round as it is written down. */
export interface Round {
  /** What each player's pile counts, without the hourglass; null: not written down yet. */
  points: (number | null)[];
  /** Who flipped the hourglass, if anybody did. */
  flipper: number | null;
  /** Whether something had to be removed from the flipper's pile. */
  isFlawed: boolean;
}

export interface Pad {
  names: string[];
  rounds: Round[];
  /** Steps once round the score track. */
  track: number;
}

export function newPad(players: number, track = TRACK): Pad {
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
    pad.names.length >= PLAYERS.fewest &&
    pad.names.length <= PLAYERS.most &&
    typeof pad.track === "number" &&
    Array.isArray(pad.rounds) &&
    pad.rounds.length === ROUNDS &&
    pad.rounds.every((round) => Array.isArray(round?.points) && round.points.length === pad.names.length)
  );
}

/** The pad for more or fewer people; what is written down of those who stay is kept. */
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

/** The hourglass's point: one less for a flawless pile, one more if something had to be removed (CU-S4). */
export function hourglassPoint({ flipper, isFlawed }: Round, player: number): number {
  if (flipper !== player) {
    return 0;
  }
  return isFlawed ? 1 : -1;
}

/** All points of a player, those of rounds that are written down (CU-S5). */
export function total(pad: Pad, player: number): number {
  return pad.rounds.reduce((sum, round) => {
    const points = round.points[player] ?? null;
    return points === null ? sum : sum + points + hourglassPoint(round, player);
  }, 0);
}

/** Whether every round is written down for everybody. */
export function isComplete(pad: Pad): boolean {
  return pad.rounds.every(({ points }) => points.every((point) => point !== null));
}

/** Who has won: the fewest points; equals share it (CU-X1). Nobody before the end. */
export function winners(pad: Pad): number[] {
  if (!isComplete(pad)) {
    return [];
  }
  const totals = pad.names.map((_, player) => total(pad, player));
  return totals.flatMap((points, player) => (points === Math.min(...totals) ? [player] : []));
}
