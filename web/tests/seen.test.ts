/** What this browser was shown, compared with the record: web/fixtures/fair/seen.json has Python's games and chains. */
import { describe, expect, test } from "vitest";
import games from "../fixtures/fair/seen.json";
import { TABLE } from "../gallery/table-fixture";
import { compareCards, compareNotes, isSame } from "../src/fair/compare";
import type { GameRecord } from "../src/fair/record";
import { savedSeen, seenStorage } from "../src/fair/saved-seen";
import { canonical, seenSettled, Witness, type Seen } from "../src/fair/seen";
import { gameClient } from "../src/games/registry";
import type { Replay, ReplayStep, ServerMessage, Update, Welcome } from "../src/wire";
import { MemoryStorage } from "./memory-storage";

interface Game {
  name: string;
  record: GameRecord;
  steps: ReplayStep[];
  seen: Seen;
}
const honest = games.chains as unknown as Game[];
const rigged = games.rigged as unknown as Game[];
const deals = games.deals as unknown as Omit<Game, "seen">[];
const LAST = 8;
const RECONNECT = 3;

/** Return the first sequence number of a message about a step: other entries come in between. */
const sequenceOf = (step: number): number => 20 + 3 * step;

function welcome(shown?: { step: number } & Partial<ReplayStep>): Welcome {
  const game = shown && { decisions: shown.step, public: shown.public!, private: shown.private! };
  return {
    type: "welcome",
    you: { seat: 0, host: true },
    sequence: shown === undefined ? 1 : sequenceOf(shown.step),
    at: 0,
    table: { ...TABLE, id: "friday" },
    arrangement: { game: "cover-me", players: 3, options: {} },
    chat: [],
    history: [],
    ...game,
  };
}

function update(step: number, shown: ReplayStep): Update {
  return { type: "update", sequence: sequenceOf(step), ...shown, private: shown.private! } as Update;
}

/** Return everything that a client receives that connects again at step 3. */
function messagesOf(steps: readonly ReplayStep[]): ServerMessage[] {
  const updates = steps.map((shown, step) => update(step, shown));
  const again = welcome({ ...steps[RECONNECT]!, step: RECONNECT });
  return [welcome(), ...updates.slice(0, RECONNECT + 1), again, ...updates.slice(RECONNECT + 1)];
}

async function witnessed(messages: readonly ServerMessage[], storage = new MemoryStorage()): Promise<Seen> {
  const witness = new Witness(seenStorage(storage));
  messages.forEach((message) => witness.note(structuredClone(message)));
  await seenSettled();
  return savedSeen("friday", storage)[0]!;
}

function compared(seen: Seen, { record, steps }: Pick<Game, "record" | "steps">) {
  return compareCards(seen, record, { steps } as Replay, gameClient(record.game).deal);
}

/** Return the steps with one of them changed. */
function changed(steps: readonly ReplayStep[], at: number, change: (step: ReplayStep) => void): ReplayStep[] {
  const copy = structuredClone(steps) as ReplayStep[];
  change(copy[at]!);
  return copy;
}

/** Show another card instead of the first one in the step. */
function anotherCard(step: ReplayStep): void {
  if (step.private?.game === "cover-me") {
    step.private.hand[0] = step.private.hand[0] === "Wbsq" ? "Wbsd" : "Wbsq";
  } else if (step.public.game === "cover-up") {
    step.public.seats[1]!.hand.reverse();
  }
}

test.each(honest)("$name: the chain equals that of Python", async ({ steps, seen }) => {
  const { commitment: _, nonce: __, ...expected } = seen as Seen & { commitment: unknown; nonce: unknown };
  expect(await witnessed(messagesOf(steps))).toEqual(expected);
});

test("JSON has one form", () => {
  expect(canonical({ b: [1, { d: null, c: "é\n" }], a: undefined })).toBe('{"b":[1,{"c":"é\\n","d":null}]}');
});

describe.each(honest)("$name", (game) => {
  const { record, steps } = game;

  test("an honest game agrees, also after a reload and with messages that come twice", async () => {
    const storage = new MemoryStorage();
    const messages = messagesOf(steps);
    await witnessed(
      messages.slice(0, 4).flatMap((message) => [message, message]),
      storage,
    );
    const seen = await witnessed([welcome({ ...steps[2]!, step: 2 }), ...messages.slice(4)], storage);
    expect(await compared(seen, game)).toEqual({ steps: LAST + 1, first: 0, unseen: [], differs: null });
  });

  test("what was not seen is said", async () => {
    const late = [welcome({ ...steps[4]!, step: 4 }), update(5, steps[5]!), welcome({ ...steps[7]!, step: 7 })];
    const seen = await witnessed(late);
    expect(await compared(seen, game)).toEqual({
      steps: 3,
      first: 4,
      unseen: [
        [6, 6],
        [8, 8],
      ],
      differs: null,
    });
  });

  test("a replay in which somebody else decides is found", async () => {
    const seen = await witnessed(messagesOf(steps));
    for (const step of [0, 5, LAST]) {
      const lie = changed(steps, step, (shown) => (shown.seat = shown.seat === 1 ? 2 : 1));
      expect((await compared(seen, { record, steps: lie }))?.differs).toBe(step);
    }
  });

  test("a card that was changed in one step is found", async () => {
    for (const step of [0, 5, LAST]) {
      const seen = await witnessed(messagesOf(changed(steps, step, anotherCard)));
      expect((await compared(seen, game))?.differs).toBe(step);
    }
  });

  test("a card that was changed in a welcome is found", async () => {
    const shown = { ...changed(steps, RECONNECT, anotherCard)[RECONNECT]!, step: RECONNECT };
    const messages = messagesOf(steps).map((message) =>
      message.type === "welcome" && message.public ? welcome(shown) : message,
    );
    expect((await compared(await witnessed(messages), game))?.differs).toBe(RECONNECT);
  });

  test("other events than everybody else was told are found", async () => {
    const lie = (step: ReplayStep): void => {
      step.events = [...step.events, { event: "stayed", seat: 1 }];
    };
    expect((await compared(await witnessed(messagesOf(changed(steps, 6, lie))), game))?.differs).toBe(6);
  });

  test("a message that was dropped is found", async () => {
    const messages = messagesOf(steps).filter(
      (message) => !("sequence" in message) || message.sequence !== sequenceOf(5),
    );
    expect((await compared(await witnessed(messages), game))?.differs).toBe(5);
  });

  test("a game that was cut short is found", async () => {
    const seen = await witnessed(messagesOf(steps));
    expect((await compared(seen, { record, steps: steps.slice(0, 7) }))?.differs).toBe(7);
  });

  test("a server that lies in the replay too is found by the cards of the record", async () => {
    const lie = changed(steps, 4, anotherCard);
    expect((await compared(await witnessed(messagesOf(lie)), { record, steps: lie }))?.differs).toBe(4);
  });
});

describe.each(rigged)("sorted cards, $name", (shown) => {
  const invented = honest.find(({ name }) => name === shown.name)!;

  test("an invented game that follows the seed is found", async () => {
    const seen = await witnessed(messagesOf(shown.steps));
    expect((await compared(seen, invented))?.differs).toBe(0);
  });

  test("so it is if the replay shows the sorted cards", async () => {
    const seen = await witnessed(messagesOf(shown.steps));
    expect((await compared(seen, { record: invented.record, steps: shown.steps }))?.differs).toBe(0);
  });
});

test.each(deals)("$name: the cards of a whole game follow from the record", async ({ record, steps }) => {
  const { deal } = gameClient(record.game);
  expect(await deal.firstWrongStep(record, steps, 0)).toBeNull();
  expect(await deal.firstWrongStep(record, steps.slice(0, -1), 0)).toBe(steps.length - 1);
  const shuffle = record.events.findIndex(({ event }) => event === "shuffle");
  const events = structuredClone(record.events);
  (events[shuffle] as { cards: string[] }).cards.reverse();
  expect(await deal.firstWrongStep({ ...record, events }, steps, 0)).toBe(0);
});

test.each(deals)("$name: every card that the seat gets or sees revealed is compared", async ({ record, steps }) => {
  const { deal } = gameClient(record.game);
  for (const [step, { events = [], public: shown }] of steps.entries()) {
    const lies = events.flatMap((event, place) => {
      const cards = JSON.stringify(event).match(/"[YRBGKW][brk][sml][qdt]"/g) ?? [];
      return "cards" in event || "card" in event || "covers" in event ? cards.map((card) => ({ place, card })) : [];
    });
    for (const { place, card } of lies.slice(0, 1)) {
      const lie = changed(steps, step, (copy) => {
        copy.events[place] = JSON.parse(JSON.stringify(copy.events[place]).replace(card, '"none"')) as never;
      });
      const found = await deal.firstWrongStep(record, lie, 0);
      const isNoticed = ["influence_discarded", "featured"].includes(events[place]!.event) || found === step;
      expect(isNoticed, JSON.stringify(events[place])).toBe(true);
    }
    if (shown !== undefined) {
      expect(await deal.firstWrongStep(record, changed(steps, step, anotherCard), 0)).toBe(step);
    }
  }
});

test("commitment and nonce are compared only if they were noted", () => {
  const fair = { commitment: "c", nonces: ["mine", null, "mine"] };
  const saved = { table: "t", commitment: "c", nonce: "mine" };
  expect(compareNotes(fair, saved, 2)).toEqual({ commitment: true, nonce: true });
  expect(compareNotes(fair, saved, 3)).toEqual({ commitment: true, nonce: false });
  expect(compareNotes(fair, { ...saved, commitment: "other" }, 0)).toEqual({ commitment: false, nonce: null });
  expect(compareNotes(fair, null, 1)).toEqual({ commitment: null, nonce: null });
  expect(isSame({ commitment: null, nonce: null, cards: null })).toBe(true);
  expect(isSame({ commitment: true, nonce: false, cards: null })).toBe(false);
});

test("the oldest games are forgotten", () => {
  const storage = new MemoryStorage();
  const seen = honest[0]!.seen;
  Array.from({ length: 20 }, (_, number) => seenStorage(storage).save({ ...seen, table: `t${number}` }));
  expect([savedSeen("t0", storage), savedSeen("t19", storage)]).toEqual([[], [{ ...seen, table: "t19" }]]);
  expect(storage.length).toBe(13);
});
