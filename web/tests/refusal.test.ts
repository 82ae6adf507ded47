import { beforeAll, describe, expect, test } from "vitest";
import { ServerError } from "../src/server/api";
import { errorText, refusalText } from "../src/server/refusal";
import { setLanguage } from "../src/text/text.svelte";

beforeAll(() => setLanguage("nl"));

describe("a refusal", () => {
  test("is shown in the current language, by its code", () => {
    expect(refusalText({ code: "name-taken", reason: "the name 'Ada' is already taken" })).toMatch(/heet al zo/);
    expect(errorText(new ServerError("no-such-table", "there is no table x"))).toMatch(/tafel/);
  });

  test("quotes what the operator wrote", () => {
    expect(refusalText({ code: "banned", reason: "spam" })).toMatch(/beheerder.*‘spam’/);
  });

  test("with an unknown code is shown in the server's words", () => {
    expect(refusalText({ code: "from-the-future", reason: "the moon is full" })).toBe("the moon is full");
  });

  test("without an answer from the server means that it cannot be reached", () => {
    expect(errorText(new ServerError("unreachable", ""))).toMatch(/server/);
    expect(errorText(new TypeError("fetch failed"))).toMatch(/server/);
  });
});
