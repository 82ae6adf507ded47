/**
 * Check that every shuffle of a record is the one to which its table had committed itself. `covergames verify` checks the
 * moves as well.
 */
import { commitmentOf, dealKey, derivedNonce, shuffled } from "./deal";
import { digestOf, originOf } from "./origin";
import { isShuffle, type GameRecord } from "./record";
import type { Origin, ReplayStep, Seat } from "../wire";

/** What is wrong with a proof, under the names that `covergames verify` uses. */
export type Flaw = "no-proof" | "bad-seed" | "bad-nonces" | "bad-lot" | "bad-origin" | "bad-shuffle";

export type Verdict =
  | {
      isProven: true;
      shuffles: number;
      commitment: string;
      seed: string;
      /** By seat. Null: the seat gave no nonce, so it was derived from the seed. */
      nonces: (string | null)[];
      /** The game that this one continues, whose shuffles are not this table's. Null: none. */
      origin: Origin | null;
    }
  | {
      isProven: false;
      flaw: Flaw;
      /** The index of the event that is wrong. Null: no single event is. */
      event: number | null;
    };

/** Something that was drawn by lot before the first shuffle. */
export interface Lot {
  /** The name under which the lot was shuffled. */
  pile: string;
  from: readonly (number | string)[];
  /** The value that the record says was drawn. */
  drawn: unknown;
}

/** How a game uses chance. */
export interface GameDeal {
  /** Return the lots that were drawn because the announced options left them open. */
  lotsOf(record: GameRecord, announced: Record<string, unknown>): Lot[];
  /** Return the cards in the fixed order with which every shuffle begins. */
  cardOrder(record: GameRecord): readonly string[];
  /** Return the first step of a replay that shows this viewer other cards than the record says. Null: there is none. */
  firstWrongStep(record: GameRecord, steps: readonly ReplayStep[], seat: Seat | null): Promise<number | null>;
}

const SEED = /^[0-9a-f]{64}$/;
const NONCE = /^[0-9A-Za-z_-]{1,64}$/;

/**
 * Check the shuffles of a record of a game that is dealt like this. If it continues another game, `original` is the record of that
 * game, or null if it cannot be had.
 */
export async function prove(record: GameRecord, deal: GameDeal, original: GameRecord | null = null): Promise<Verdict> {
  const { fair, players } = record;
  if (fair === undefined) {
    return flawed("no-proof");
  }
  const { seed, nonces, commitment } = fair;
  if (!SEED.test(seed) || (await commitmentOf(seed)) !== commitment) {
    return flawed("bad-seed");
  }
  if (nonces.length !== players.length || !nonces.every((nonce) => NONCE.test(nonce))) {
    return flawed("bad-nonces");
  }
  const origin = originOf(record);
  if (origin !== null) {
    // With unseen cards dealt anew, only the rules could compare the two games: `covergames verify --original` does.
    const compared = [...(origin.anew ? [] : [record]), ...(original === null ? [] : [original])];
    for (const each of compared) {
      if ((await digestOf(each, origin.events)) !== origin.digest) {
        return flawed("bad-origin");
      }
    }
  }
  const key = await dealKey(seed, nonces);
  const announced = record.meta?.options;
  const lots = announced === undefined ? [] : deal.lotsOf(record, JSON.parse(announced) as Record<string, unknown>);
  for (const [number, { pile, from, drawn }] of lots.entries()) {
    if ((await shuffled(key, number, pile, from))[0] !== drawn) {
      return flawed("bad-lot");
    }
  }
  const ranks = new Map(deal.cardOrder(record).map((card, rank) => [card, rank]));
  const rankOf = (card: string): number => ranks.get(card) ?? -1;
  let shuffles = 0;
  for (const [index, event] of record.events.entries()) {
    if (isShuffle(event) && index >= (origin?.events ?? 0)) {
      const cards = [...event.cards].sort((one, other) => rankOf(one) - rankOf(other));
      const expected = await shuffled(key, lots.length + shuffles, event.pile, cards);
      if (expected.some((card, place) => card !== event.cards[place])) {
        return flawed("bad-shuffle", index);
      }
      shuffles += 1;
    }
  }
  const derived = await Promise.all(nonces.map((_, seat) => derivedNonce(seed, seat)));
  const own = nonces.map((nonce, seat) => (nonce === derived[seat] ? null : nonce));
  return { isProven: true, shuffles, commitment, seed, nonces: own, origin };
}

function flawed(flaw: Flaw, event: number | null = null): Verdict {
  return { isProven: false, flaw, event };
}
