import { render } from "svelte/server";
import { expect, test } from "vitest";
import colours from "../../src/covergames/coverme/pattern_colours.json";
import { PATTERN } from "../src/coverme/card";
import SvgDefinitions from "../src/coverme/cards/SvgDefinitions.svelte";

test("the background of a card has the colours of its pattern and no others (CM-C1)", () => {
  const { body } = render(SvgDefinitions);
  for (const [letter, name] of Object.entries(PATTERN)) {
    const id = new RegExp(`id="pattern-${letter}"><rect[^>]*fill="url\\(#(\\w+)\\)"`).exec(body)?.[1];
    const tile = new RegExp(`<pattern id="${id}".*?</pattern>`, "s").exec(body)?.[0] ?? "";
    const [ground, ...figures] = [...tile.matchAll(/fill="([^"]*)"/g)].map(([, colour]) => colour);
    expect(ground).toBe(colours[name].ground);
    expect(new Set([ground, ...figures])).toEqual(new Set(Object.values(colours[name])));
  }
});
