/** What this browser knew and saw of a game, compared with its record. */
import type { Replay } from "../wire";
import type { GameDeal } from "./proof";
import { decisionsOf, type GameRecord } from "./record";
import type { SavedCommitment } from "./saved-commitment";
import { firstDifference, unseenSteps, type Seen } from "./seen";

export interface Comparison {
  /** Whether the record has the commitment that was seen before the game. Null: none was seen. */
  commitment: boolean | null;
  /** Whether the record has this browser's nonce, for each of its seats. Null: the browser gave none. */
  nonce: boolean | null;
  /** What was seen of the cards. Null: nothing was noted. */
  cards: CardComparison | null;
}

export interface CardComparison {
  /** How many steps were compared; the deal is one. */
  steps: number;
  /** The first of them. */
  first: number;
  /** The later steps that were not seen, as ranges with both ends. */
  unseen: [first: number, last: number][];
  /** The first step that was shown otherwise than the record says. Null: all are as the record says. */
  differs: number | null;
}

/** Compare the commitment and the nonce that were noted before the game. `seats` is how many seats this browser had. */
export function compareNotes(
  fair: { commitment: string; nonces: readonly (string | null)[] },
  saved: SavedCommitment | null,
  seats: number,
): Pick<Comparison, "commitment" | "nonce"> {
  const { commitment = null, nonce = null } = saved ?? {};
  return {
    commitment: commitment === null ? null : commitment === fair.commitment,
    // Somebody who gave up the seat before the game has no part in the deal.
    nonce: nonce === null || seats === 0 ? null : fair.nonces.filter((one) => one === nonce).length >= seats,
  };
}

/**
 * Compare what was seen with a record whose shuffles are proven. `replay` is the game of the record as this viewer should have
 * seen it, by the server. The server may lie, so its cards, and who decided each step, are compared with the record here.
 */
export async function compareCards(
  seen: Seen,
  record: GameRecord,
  replay: Replay,
  deal: GameDeal,
): Promise<CardComparison | null> {
  const seenSteps = new Set(seen.observations.map(([step]) => step));
  if (seenSteps.size === 0) {
    return null;
  }
  const wrong = [
    await firstDifference(seen, replay.steps),
    await deal.firstWrongStep(record, replay.steps, seen.seat),
    firstOtherSeat(record, replay),
  ];
  const differing = wrong.filter((step) => step !== null);
  return {
    steps: seenSteps.size,
    first: Math.min(...seenSteps),
    unseen: unseenSteps(seen, replay.steps.length),
    differs: differing.length === 0 ? null : Math.min(...differing),
  };
}

/** Return the first step that somebody else decided by the record. Null: there is none. */
function firstOtherSeat(record: GameRecord, { steps }: Replay): number | null {
  const deciders = [null, ...decisionsOf(record).map(({ seat = null }) => seat)];
  const step = steps.findIndex(({ seat }, step) => seat !== deciders[step]);
  return step < 0 ? null : step;
}

/** Return whether nothing that was compared differs. */
export function isSame({ commitment, nonce, cards }: Comparison): boolean {
  return commitment !== false && nonce !== false && (cards === null || cards.differs === null);
}
