import { beforeAll, describe, expect, test } from "vitest";
import { Switch } from "../src/design/switch.svelte";
import { mayDecide, turnTitle } from "../src/table/turn-signals.svelte";
import { setLanguage } from "../src/text/text.svelte";
import { fixture } from "./fixtures";
import { MemoryStorage } from "./memory-storage";

beforeAll(() => setLanguage("en"));

describe("the player's turn", () => {
  const { private: own } = fixture("standard-place-1");

  test("is when there is something to decide", () => {
    expect(mayDecide({ private: own })).toBe(true);
    expect(mayDecide({ private: { ...own, legal: [] } })).toBe(false);
    expect(mayDecide({ private: null })).toBe(false);
  });

  test("is in the title", () => {
    expect(turnTitle("Friday evening", true)).toBe("● Your turn · Friday evening");
    expect(turnTitle("Friday evening", false)).toBe("Friday evening");
  });
});

test("a switch is remembered", () => {
  const storage = new MemoryStorage();
  const first = new Switch("vibration", true, storage);
  expect(first.isOn).toBe(true);
  first.set(false);
  expect(new Switch("vibration", true, storage).isOn).toBe(false);
});
