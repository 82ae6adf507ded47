/** Is every shuffle of a record the one that its table had committed itself to? The moves are for `covergames verify` to check. */
import { CARDS, CLOTHES } from "../coverme/card";
import { commitmentOf, dealKey, derivedNonce, shuffled } from "./deal";
import type { GameRecord, RecordedShuffle } from "./record";

/** What is wrong with a proof: as `covergames verify` calls it. */
export type Flaw = "no-proof" | "bad-seed" | "bad-nonces" | "bad-lot" | "bad-shuffle";

export type Verdict =
  | {
      isProven: true;
      shuffles: number;
      commitment: string;
      seed: string;
      /** By seat; null: the seat gave none, so the seed decided. */
      nonces: (string | null)[];
    }
  | {
      isProven: false;
      flaw: Flaw;
      /** The event at which it shows; null: it is not about one. */
      event: number | null;
    };

const SEED = /^[0-9a-f]{64}$/;
const NONCE = /^[0-9A-Za-z_-]{1,64}$/;

export async function prove(record: GameRecord): Promise<Verdict> {
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
  const key = await dealKey(seed, nonces);
  const lots = lotsOf(record);
  for (const [number, { pile, among, drawn }] of lots.entries()) {
    if ((await shuffled(key, number, pile, among))[0] !== drawn) {
      return flawed("bad-lot");
    }
  }
  const rank = ranking(record);
  let shuffles = 0;
  for (const [event, happened] of record.events.entries()) {
    if (isShuffle(happened)) {
      const cards = [...happened.cards].sort((one, other) => rank(one) - rank(other));
      const wanted = await shuffled(key, lots.length + shuffles, happened.pile, cards);
      if (wanted.some((card, place) => card !== happened.cards[place])) {
        return flawed("bad-shuffle", event);
      }
      shuffles += 1;
    }
  }
  const derived = await Promise.all(nonces.map((_, seat) => derivedNonce(seed, seat)));
  const own = nonces.map((nonce, seat) => (nonce === derived[seat] ? null : nonce));
  return { isProven: true, shuffles, commitment, seed, nonces: own };
}

function flawed(flaw: Flaw, event: number | null = null): Verdict {
  return { isProven: false, flaw, event };
}

function isShuffle(happened: GameRecord["events"][number]): happened is RecordedShuffle {
  return happened.event === "shuffle";
}

/** What was drawn by lot before the cards were shuffled: from what, and what came of it. */
function lotsOf(record: GameRecord): { pile: string; among: (number | string)[]; drawn: unknown }[] {
  if (record.meta?.options === undefined) {
    return [];
  }
  const announced = JSON.parse(record.meta.options) as { start?: number; same_value?: string };
  const lots = [];
  if (announced.start === undefined && record.game === "cover-me") {
    lots.push({ pile: "start", among: [...record.players.keys()], drawn: record.start });
  }
  if (announced.same_value === "drawn") {
    lots.push({ pile: "removed", among: Object.keys(CLOTHES), drawn: record.options.same_value });
  }
  return lots;
}

/** The fixed order of a game's cards, which every shuffle begins with. */
function ranking({ game, options, events }: GameRecord): (card: string) => number {
  if (game === "cover-me") {
    return (card) => CARDS.indexOf(card);
  }
  const { deck = "house" } = options;
  const order =
    deck === "house"
      ? events.flatMap((happened) => (isShuffle(happened) ? happened.cards : [])).sort()
      : deck.cards.map(({ id }) => id);
  const places = new Map(order.map((card, place) => [card, place]));
  return (card) => places.get(card) ?? -1;
}
