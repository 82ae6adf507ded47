/** The proof of fair deals, compared with Python: web/fixtures/fair/vectors.json. */
import { expect, test } from "vitest";
import vectors from "../fixtures/fair/vectors.json";
import { commitmentOf, dealKey, derivedNonce, shuffled } from "../src/fair/deal";
import { prove, type Flaw } from "../src/fair/proof";
import type { GameRecord } from "../src/fair/record";
import type { GameId } from "../src/games/client";
import { gameClient } from "../src/games/registry";

test.each(vectors.deals)("seed $seed: commitment, nonces and shuffles equal those of Python", async (deal) => {
  expect(await commitmentOf(deal.seed)).toBe(deal.commitment);
  expect(await Promise.all(deal.nonces.map((_, seat) => derivedNonce(deal.seed, seat)))).toEqual(deal.derived);
  const key = await dealKey(deal.seed, deal.nonces);
  for (const { number, pile, order } of deal.shuffles) {
    expect(await shuffled(key, number, pile, [...order.keys()])).toEqual(order);
  }
});

test.each(vectors.records)(
  "$name: the verdict equals that of covergames verify",
  async ({ record, verdict, original }) => {
    const { deal } = gameClient(record.game as GameId);
    const continued = (original ?? null) as unknown as GameRecord | null;
    expect(await prove(record as unknown as GameRecord, deal, continued)).toEqual(verdict);
  },
);

test("every flaw is among the records", () => {
  const found = new Set(vectors.records.map(({ verdict }) => verdict.flaw ?? "none"));
  const flaws: (Flaw | "none")[] = [
    "none",
    "no-proof",
    "bad-seed",
    "bad-nonces",
    "bad-lot",
    "bad-origin",
    "bad-shuffle",
  ];
  expect([...found].sort()).toEqual(flaws.sort());
});
