import IntlMessageFormat from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { catalog, compileMessage, keysIn, usage } from "../build/messages";
import { LANGUAGES } from "../src/text/languages";
import { formatMessage, type Message, type Values } from "../src/text/message";
import { preferredLanguage } from "../src/text/text.svelte";

/** Return the names of the arguments of a message, each with its possible values if it is a select. */
function argumentsOf(message: Message, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  for (const part of message) {
    if (typeof part !== "string") {
      const [name, kind, options = {}] = part;
      const choices = found.get(name) ?? new Set<string>();
      Object.keys(options).forEach((choice) => kind === "select" && choices.add(choice));
      found.set(name, choices);
      Object.values(options).forEach((option) => argumentsOf(option, found));
    }
  }
  return found;
}

describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
  test("every message is formatted as FormatJS formats it", () => {
    for (const [key, written] of Object.entries(catalog(language))) {
      const message = compileMessage(written);
      const names = argumentsOf(message);
      for (const count of [0, 1, 2, 5, 21, 12345]) {
        for (const choice of [...[...names.values()].flatMap((choices) => [...choices]), "whatever"]) {
          const values: Values = Object.fromEntries(
            [...names].map(([name, choices]) => [name, choices.has(choice) ? choice : count]),
          );
          const expected = new IntlMessageFormat(written, language, undefined, { ignoreTag: true }).format(values);
          expect(formatMessage(message, language, values), key).toBe(expected);
        }
      }
    }
  });
});

describe("formatting", () => {
  test("an error names a missing value", () => {
    expect(() => formatMessage(compileMessage("{count, plural, one {# card} other {# cards}}"), "en", {})).toThrow(
      "count",
    );
  });
});

describe("the build finds", () => {
  const catalogs = {
    en: { "web.one": "1", "web.spare": "2", "season.winter": "w", "season.fall": "f" },
    fi: { "web.one": "1", "web.spare": "2", "season.winter": "w" },
  };

  test("keys in calls, conditions and patterns", () => {
    const source = 'text(isOpen ? "web.one" : "trend") + text(`season.${view.season}`)';
    const keys = keysIn(source).map(({ source }) => source);
    expect(keys).toEqual(["^trend$", "^web\\.one$", "^season\\.[a-z0-9-]+$"]);
  });

  test("that a word outside of text() is not a key", () => {
    expect(keysIn('pick.kind === "card" && text(capital("hand"))').map(({ source }) => source)).toEqual(["^hand$"]);
  });

  test("used, missing and unused keys", () => {
    const { used, faults } = usage(['text("web.one")', "text(`season.${season}`)", 'text("web.none")'], catalogs);
    expect(used).toEqual(["web.one", "season.winter", "season.fall"]);
    expect(faults).toEqual(["no message for ^web\\.none$", "season.fall is missing in fi", "web.spare is not used"]);
  });
});

describe("the language", () => {
  test.each([
    [["fi-FI", "en"], null, "fi"],
    [["no"], null, "nb"],
    [["nn-NO"], null, "nb"],
    [["de", "sv-SE"], null, "sv"],
    [["de"], null, "en"],
    [[], null, "en"],
    [["fi"], "da", "da"],
    [["fi"], "xx", "fi"],
  ] as const)("of a browser that requests %j and has saved %j is %s", (asked, kept, language) => {
    expect(preferredLanguage(asked, kept)).toBe(language);
  });
});
