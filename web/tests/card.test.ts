import { describe, expect, test } from "vitest";
import { CARDS, letterOf, model, prestige } from "../src/coverme/card";
import { portrait } from "../src/coverme/cards/portrait";
import { SYMBOLS } from "../src/coverup/cards/symbols";

describe("model cards", () => {
  test("there are 162 different cards, 27 of each clothes colour (CM-C1)", () => {
    expect(new Set(CARDS).size).toBe(162);
    expect(CARDS.filter((card) => model(card).clothes === "green")).toHaveLength(27);
  });

  test("a card is read letter by letter", () => {
    expect(model("Gkmd")).toEqual({ clothes: "green", hair: "black", length: "semi-long", pattern: "diamond" });
  });

  test("an error names a text that is not a card", () => {
    for (const text of ["Gkm", "Gkmdd", "gkmd", "Gxmd", ""]) {
      expect(() => model(text)).toThrow(`${text} is not a card`);
    }
  });

  test("prestige follows from the clothes (CM-C2)", () => {
    expect(["Ybsq", "Rbsq", "Bbsq", "Gbsq", "Kbsq", "Wbsq"].map(prestige)).toEqual([2, 2, 2, 3, 4, 5]);
  });

  test("every characteristic has the letter with which cards write it", () => {
    for (const card of CARDS) {
      const { clothes, hair, length, pattern } = model(card);
      const letters = [
        letterOf("clothes", clothes),
        letterOf("hair", hair),
        letterOf("length", length),
        letterOf("pattern", pattern),
      ];
      expect(letters.join("")).toBe(card);
    }
  });

  test("models that share three characteristics never have the same face", () => {
    for (const card of CARDS) {
      const near = CARDS.filter((other) => [...other].filter((letter, place) => letter !== card[place]).length === 1);
      const same = near.filter((other) => JSON.stringify(portrait(other)) === JSON.stringify(portrait(card)));
      expect(same).toEqual([]);
    }
  });
});

describe("symbols", () => {
  test("all six differ in shape and in colour", () => {
    expect(new Set(SYMBOLS.map(({ shape }) => shape)).size).toBe(6);
    expect(new Set(SYMBOLS.map(({ colour }) => colour)).size).toBe(6);
  });
});
