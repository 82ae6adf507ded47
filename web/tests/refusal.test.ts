import { beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../src/server/api";
import { problemOf, said } from "../src/server/refusal";
import { speak } from "../src/text/text.svelte";

beforeAll(() => speak("nl"));

describe("a refusal", () => {
  test("is told in the language spoken, by its code", () => {
    expect(said({ code: "name-taken", reason: "somebody here is called 'Ada' already" })).toMatch(/heet al zo/);
    expect(problemOf(new Refusal("no-such-table", "there is no table x"))).toMatch(/tafel/);
  });

  test("with a code that nobody foresaw is told as the server told it", () => {
    expect(said({ code: "from-the-future", reason: "the moon is full" })).toBe("the moon is full");
  });

  test("without a word from the server means that it cannot be reached", () => {
    expect(problemOf(new Refusal("unreachable", ""))).toMatch(/server/);
    expect(problemOf(new TypeError("fetch failed"))).toMatch(/server/);
  });
});
