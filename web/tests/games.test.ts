/** Only the folder of a game and the registry know which game it is. */
import { describe, expect, test } from "vitest";
import { GAMES } from "../src/games/registry";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,svelte,css}", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** The registry, and files that scripts write for all games. */
const EXEMPT = ["games/data.ts", "games/registry.ts", "rules/sections.ts", "wire.ts"].map((path) => `../src/${path}`);

/** Return a pattern for all spellings of a game's name, such as cover-me, Cover Me, coverMe and coverme. */
function anySpelling(id: string): RegExp {
  return new RegExp(id.replaceAll("-", "[-_ ]?"), "i");
}

/** Return the folder of a game in src. */
function folderOf(id: string): string {
  return `../src/${id.replaceAll("-", "")}/`;
}

/** Return the sources outside the folders of the games, as pairs of path and text. */
function sharedSources(): [string, string][] {
  const folders = GAMES.map(({ id }) => folderOf(id));
  return Object.entries(SOURCES).filter(
    ([path]) => !EXEMPT.includes(path) && !folders.some((folder) => path.startsWith(folder)),
  );
}

describe.each(GAMES)("$name", (client) => {
  test("is not mentioned outside its folder", () => {
    const pattern = anySpelling(client.id);
    const mentions = sharedSources().flatMap(([path, source]) =>
      source.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(mentions).toEqual([]);
  });

  test("imports neither another game, nor the registry, nor a page", () => {
    const others = GAMES.filter(({ id }) => id !== client.id).map(({ id }) => folderOf(id).split("/")[2]);
    const forbidden = new RegExp(`from "[^"]*(/games/registry|/pages/|/(${others.join("|")})/)[^"]*"`);
    const own = Object.entries(SOURCES).filter(([path]) => path.startsWith(folderOf(client.id)));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(([, source]) => forbidden.test(source)).map(([path]) => path)).toEqual([]);
  });

  test("has the pages that it links to", () => {
    const links = [client.tutorial.path, client.companion?.path].filter((path) => path != null);
    expect(links.filter((path) => !(path in client.pages))).toEqual([]);
  });
});

test("the patterns find a game by any spelling", () => {
  const pattern = anySpelling("cover-me");
  expect(["cover-me", "Cover Me", "CoverMeTable", "coverme/view"].every((text) => pattern.test(text))).toBe(true);
  expect(pattern.test("cover up")).toBe(false);
});
