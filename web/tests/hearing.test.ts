import { describe, expect, test } from "vitest";
import { connecting, type Connection } from "../src/connection/connection";
import { soundOf } from "../src/table/hearing.svelte";
import type { CoverMePrivate, Event } from "../src/wire";
import { fixture } from "./fixtures";

const [quiet] = connecting(null);
const mine: CoverMePrivate = fixture("standard-place-1").private;
const notMine: CoverMePrivate = { ...mine, legal: [] };

function having(...events: Event["event"][]): Connection {
  return { ...quiet, news: events.map((event) => ({ event }) as Event) };
}

describe("at the table is heard", () => {
  test.each([
    ["the end, and nothing else with it", ["revealed", "featured", "game_ended"], "over"],
    ["the season's end", ["revealed", "judged", "featured"], "season"],
    ["the covers being turned", ["placed", "revealed"], "reveal"],
    ["the hourglass", ["flipped"], "flip"],
    ["a round's end, and not that it was flipped for it", ["flipped", "round_scored"], "up"],
    ["nothing of what bots choose in secret", ["placed"], null],
  ] as const)("%s", (_, events, sound) => {
    expect(soundOf(quiet, having(...events))).toBe(sound);
  });

  test("that it is one's turn, once", () => {
    const asked = { ...quiet, private: mine };
    expect(soundOf({ ...quiet, private: notMine }, asked)).toBe("turn");
    expect(soundOf(asked, asked)).toBeNull();
  });

  test("that somebody speaks", () => {
    const message = { sequence: 3, at: 1, seat: 1, name: "Bo", text: "hello" };
    expect(soundOf(quiet, { ...quiet, chat: [message] })).toBe("said");
  });
});
