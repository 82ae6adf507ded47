import { describe, expect, test } from "vitest";
import { connecting, type Connection } from "../src/connection/connection";
import { gameClient } from "../src/games/registry";
import { soundOf } from "../src/table/sounds.svelte";
import type { CoverMePrivate, Event } from "../src/wire";
import { fixture } from "./fixtures";

const [quiet] = connecting(null);
const mine: CoverMePrivate = fixture("standard-place-1").private;
const notMine: CoverMePrivate = { ...mine, legal: [] };

function having(...events: Event["event"][]): Connection {
  return { ...quiet, news: events.map((event) => ({ event }) as Event) };
}

describe("the sound", () => {
  test.each([
    ["of the end of the game has priority", "cover-me", ["revealed", "featured", "game_ended"], "gameOver"],
    ["of the end of a season", "cover-me", ["revealed", "judged", "featured"], "seasonEnd"],
    ["of revealed covers", "cover-me", ["placed", "revealed"], "reveal"],
    ["of the hourglass", "cover-up", ["flipped"], "flip"],
    ["of the end of a round has priority over the hourglass", "cover-up", ["flipped", "round_scored"], "timeUp"],
    ["of secret decisions is silence", "cover-me", ["placed"], null],
  ] as const)("%s", (_, game, events, sound) => {
    expect(soundOf(quiet, having(...events), gameClient(game).sounds)).toBe(sound);
  });

  test("of the player's turn is played once", () => {
    const asked = { ...quiet, private: mine };
    expect(soundOf({ ...quiet, private: notMine }, asked, [])).toBe("turn");
    expect(soundOf(asked, asked, [])).toBeNull();
  });

  test("of a chat message", () => {
    const message = { sequence: 3, at: 1, seat: 1, name: "Bo", text: "hello", notice: null };
    expect(soundOf(quiet, { ...quiet, chat: [message] }, [])).toBe("chat");
  });
});
