/**
 * The pictures of the cards for `covergames.envs`, which draws what an agent sees: files of the Python package, rendered from the
 * components that draw the cards here. `scripts/node npm --prefix web test -- -u card-art` writes them again.
 */
import { readFileSync } from "node:fs";
import { render } from "svelte/server";
import { expect, test } from "vitest";
import { CARDS } from "../src/coverme/card";
import ModelCard from "../src/coverme/cards/ModelCard.svelte";
import SvgDefinitions from "../src/coverme/cards/SvgDefinitions.svelte";
import { SYMBOLS } from "../src/coverup/cards/symbols";
import TransparentCard from "../src/coverup/cards/TransparentCard.svelte";
import { setLanguage } from "../src/text/text.svelte";

const PACKAGE = "../../src/covergames/envs";
type Variables = Record<string, string>;

const FONTS: Variables = { "--display": "serif", "--sans": "sans-serif" };

/** Return the style of a component without what depends on the size of the screen, and the variables that its classes set. */
function styleOf(path: string): { rules: [selector: string, body: string][]; variables: Map<string, Variables> } {
  const source = readFileSync(new URL(`../src/${path}`, import.meta.url), "utf-8");
  const written = /<style>(.*)<\/style>/s
    .exec(source)?.[1]
    ?.replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/@container[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "")
    .replaceAll(/\s+/g, " ");
  const rules: [string, string][] = [];
  const variables = new Map<string, Variables>();
  for (const [, selector = "", body = ""] of written?.matchAll(/([^{}]*)\{([^{}]*)\}/g) ?? []) {
    const set = [...body.matchAll(/(--\w+): ([^;]*);/g)].map(([, name, value]) => [name, value]);
    if (set.length > 0) {
      variables.set(selector.trim(), Object.fromEntries(set) as Variables);
    } else {
      rules.push([selector.trim(), resolved(body.trim(), FONTS)]);
    }
  }
  return { rules, variables };
}

/** Return a style with the values of these variables, and the defaults of others that have one. */
function resolved(style: string, variables: Variables): string {
  return style.replaceAll(
    /var\((--[\w-]+)(?:, ([^)]*))?\)/g,
    (all, name: string, otherwise?: string) => variables[name] ?? otherwise ?? all,
  );
}

function css(rules: [string, string][]): string {
  return rules.map(([selector, body]) => `${selector}{${body}}`).join("");
}

/** Return the children of the svg element that a component renders, without marks for hydration. */
function drawn(html: string): { children: string; style: string } {
  const clean = html.replaceAll(/<!--.*?-->/gs, "").replaceAll(/\s+/g, " ");
  const [, attributes = "", children = ""] = /<svg([^>]*)>(.*)<\/svg>/s.exec(clean) ?? [];
  return { children: children.trim(), style: / style="([^"]*)"/.exec(attributes)?.[1] ?? "" };
}

function json(art: object): string {
  return `${JSON.stringify(art, null, 1)}\n`;
}

type Colour = "green" | "yellow" | "red";

test("the pictures of model cards in the package are those of the browser", async () => {
  await setLanguage("en");
  const model = styleOf("coverme/cards/ModelCard.svelte");
  const parts = styleOf("coverme/cards/SvgDefinitions.svelte");
  const cards: Record<string, { svg: string; variables: Variables }> = {};
  for (const card of CARDS) {
    const { children, style } = drawn(render(ModelCard, { props: { card } }).body);
    const face = [...style.matchAll(/(--\w+):\s*([^;]*)/g)].map(([, name, value]) => [name, value]);
    const hair = model.variables.get(`.hair-${card[1] ?? ""}`);
    cards[card] = { svg: children, variables: { ...(Object.fromEntries(face) as Variables), ...hair } };
  }
  const art = {
    size: [200, 280],
    style: css(parts.rules) + css(model.rules),
    parts: drawn(render(SvgDefinitions).body).children,
    cards,
  };
  await expect(json(art)).toMatchFileSnapshot(`${PACKAGE}/coverme/card_art.json`);
});

test("the pictures of transparent cards in the package are those of the browser", async () => {
  const { rules, variables } = styleOf("coverup/cards/TransparentCard.svelte");
  const coloured = rules.flatMap(([selector, body]): [string, string][] =>
    body.includes("var(--edge)")
      ? [...variables].map(([colour, set]) => [`${colour} ${selector}`, resolved(body, set)])
      : [[selector, body]],
  );
  const drawing = (squares: number[], colour: Colour): string =>
    drawn(render(TransparentCard, { props: { squares, colour } }).body).children;
  const empty = [0, 0, 0, 0, 0, 0, 0, 0];
  const film = (colour: Colour): string => `<g class="${colour}">${drawing(empty, colour)}</g>`;
  const symbols = SYMBOLS.map((_, place) =>
    drawing([place + 1, ...empty.slice(1)], "green").slice(drawing(empty, "green").length),
  );
  const art = {
    style: css(coloured),
    films: { green: film("green"), yellow: film("yellow"), red: film("red") },
    symbols,
  };
  await expect(json(art)).toMatchFileSnapshot(`${PACKAGE}/coverup/card_art.json`);
});
