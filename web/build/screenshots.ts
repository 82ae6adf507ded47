/**
 * Take screenshots of every screen, on a phone and on a desktop, in the light and the dark theme and in forced colours, into
 * web/screenshots, and check each with axe. Fail if axe finds a violation, if a page logs an error, or if a screen lacks what is
 * waited for. Arguments are the names of the only screens to take.
 */
import axe from "axe-core";
import { mkdirSync } from "node:fs";
import { createServer } from "vite";
import puzzles from "../fixtures/coverup/puzzles.json" with { type: "json" };
import { launchBrowser } from "./browser.ts";

interface Screen {
  name: string;
  path: string;
  /** A selector to wait for, if it is not a heading. */
  shows?: string;
  /** Selectors to click before the screenshot. */
  clicks?: string[];
  /** What the browser has saved before. */
  saved?: Record<string, unknown>;
}

/** The time on all screenshots: the Monday of the puzzles. */
const NOW = new Date("2026-11-16T12:00:00");
const { days, best } = puzzles;
const [today] = days;
const [pile] = best.piles;
const RESULT = {
  points: today!.points,
  best: today!.points,
  ways: today!.ways,
  pile,
  on: today!.name,
  isChecked: true,
};
const COVER_UP = "gallery/?screen=cover-up&moment=";
const COVER_ME = "gallery/?screen=table&fixture=";
const SCREENS: Screen[] = [
  { name: "home", path: "" },
  { name: "new-table", path: "new" },
  { name: "new-table-up", path: "new/cover-up" },
  { name: "pass", path: "pass" },
  { name: "handover", path: "gallery/?screen=handover" },
  { name: "tutorial", path: "tutorial", shows: ".hand", clicks: [".coach .button", ".coach .button"] },
  { name: "settings", path: "", clicks: ["header button"] },
  { name: "lobby", path: "gallery/?screen=lobby" },
  { name: "arrange", path: "gallery/?screen=lobby", clicks: [".actions .button:not(.first)"] },
  { name: "rules", path: "rules/cover-me", shows: "dl" },
  { name: "hourglass", path: "alone/hourglass", clicks: [".beside .first"] },
  { name: "trends", path: "alone/trends", clicks: [".shown"] },
  { name: "draft", path: `${COVER_ME}standard-draft`, clicks: [".piles button"] },
  { name: "place", path: `${COVER_ME}standard-place-3`, clicks: [".hand .choice"] },
  { name: "place-five", path: `${COVER_ME}five-place-2` },
  { name: "place-fictional", path: `${COVER_ME}fictional-place-2` },
  {
    name: "place-pair",
    path: `${COVER_ME}advanced-place-2`,
    clicks: [".hand .choice", ".hand li:nth-child(3) .choice"],
  },
  { name: "feature", path: `${COVER_ME}standard-feature`, clicks: [".covers .choice"] },
  { name: "keep", path: `${COVER_ME}advanced-keep`, clicks: [".looked .choice"] },
  { name: "replenish", path: `${COVER_ME}standard-replenish` },
  { name: "swap", path: `${COVER_ME}standard-swap` },
  { name: "vote", path: `${COVER_ME}same-value-vote`, clicks: [".bar .button"] },
  { name: "over", path: `${COVER_ME}open-over` },
  { name: "season-end", path: `${COVER_ME}standard-replenish`, clicks: [".rare-actions .quiet"] },
  { name: "legend", path: `${COVER_ME}standard-draft`, clicks: [".rare-actions .quiet"] },
  { name: "discard", path: `${COVER_ME}standard-swap`, clicks: [".piles [aria-haspopup]"] },
  { name: "rule", path: `${COVER_ME}standard-place-1`, clicks: [".bar .hint"] },
  { name: "replay", path: "gallery/?screen=replay" },
  { name: "replay-pile", path: "gallery/?screen=replay", clicks: [".piles [aria-haspopup]"] },
  { name: "light-table", path: "gallery/?screen=light-table", shows: "[data-card]", clicks: ["[data-card]"] },
  { name: "up-first-count", path: `${COVER_UP}begun&at=-2500`, shows: "[data-card]" },
  { name: "up-count", path: `${COVER_UP}passed&at=-2500`, shows: "[data-card]" },
  { name: "up-laying", path: `${COVER_UP}laying&at=19000`, shows: "[data-card]" },
  { name: "up-sand", path: `${COVER_UP}flipped&at=27000`, shows: "[data-card]" },
  { name: "up-last-seconds", path: `${COVER_UP}flipped&at=39000`, shows: "[data-card]" },
  { name: "up-spectator", path: `${COVER_UP}spectator&at=27000`, shows: ".rivals" },
  { name: "up-round-end", path: `${COVER_UP}counted`, shows: ".best", clicks: [".give li button:enabled"] },
  { name: "up-best", path: `${COVER_UP}given-back`, shows: ".best", clicks: [".best .seat:nth-child(2)"] },
  { name: "up-over", path: `${COVER_UP}over`, shows: ".best" },
  { name: "up-replay", path: "gallery/?screen=cover-up-replay" },
  { name: "up-rules", path: "rules/cover-up", shows: "dl" },
  {
    name: "daily",
    path: "alone/daily",
    shows: "[data-card]",
    saved: { "covergames.daily.attempts": { [today!.name]: pile!.slice(0, 3) } },
  },
  {
    name: "daily-result",
    path: "alone/daily",
    shows: ".points",
    saved: { "covergames.daily.results": { [today!.name]: RESULT } },
  },
  { name: "practice-hint", path: "alone/practice", shows: "[data-card]", clicks: [".actions .button:nth-child(2)"] },
  { name: "practice-best", path: "alone/practice", shows: "[data-card]", clicks: [".actions .button:nth-child(4)"] },
  { name: "finnish", path: `${COVER_ME}standard-place-3&language=fi` },
];
const SIZES = {
  phone: { width: 360, height: 740 },
  landscape: { width: 740, height: 360 },
  desk: { width: 1400, height: 900 },
};

const THEMES = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "dark", forcedColors: "active" },
} as const;

/** Return the answer of a server about puzzles; every puzzle is today's. */
function answer(path: string): unknown {
  switch (path.split("/")[4]) {
    case "best":
      return best;
    case "results":
      return [];
    case "step":
      return { lay: pile![0], take_away: null };
    case "score":
      return { pile, removed: [], not_laid: [], points: today!.points };
    default:
      return path.startsWith("/api/puzzles/") ? { ...today, name: path.split("/")[3] } : days;
  }
}

/**
 * Give all text the colour that forced colours paint, or take that away again. axe reads -webkit-text-fill-color, for which Chromium
 * returns the colour of the style sheet.
 */
function setTextFill(isForced: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    element.style.webkitTextFillColor = isForced ? getComputedStyle(element).color : "";
  }
}

const wanted = process.argv.slice(2);
const folder = new URL("../screenshots/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const server = await createServer({ server: { port: 0, hmr: false, watch: null }, logLevel: "error" });
await server.listen();
const address = server.resolvedUrls?.local[0] ?? "";
const chromium = await launchBrowser();
const faults: string[] = [];

for (const { name, path, shows = "main :is(h1, h2, h3)", clicks = [], saved = {} } of SCREENS) {
  if (wanted.length > 0 && !wanted.includes(name)) {
    continue;
  }
  const page = await chromium.newPage({ viewport: SIZES.desk, reducedMotion: "reduce" });
  page.on("pageerror", (error) => faults.push(`${name}: ${error.message}`));
  page.on("console", (message) => {
    // The gallery has no server that could list open tables.
    if (message.type() === "error" && !message.text().includes("404")) {
      faults.push(`${name}: ${message.text()}`);
    }
  });
  await page.clock.setFixedTime(NOW);
  await page.route("**/api/puzzles**", (route) =>
    route.fulfill({ json: answer(new URL(route.request().url()).pathname) }),
  );
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) {
      localStorage.setItem(key, JSON.stringify(value));
    }
  }, saved);
  await page.goto(address + path);
  try {
    await page.waitForSelector(shows);
    for (const click of clicks) {
      await page.locator(click).first().click();
    }
  } catch (error) {
    faults.push(`${name}: ${String(error)}`);
  }
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(axe.source);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const [theme, media] of Object.entries(THEMES)) {
      await page.emulateMedia({ ...media, reducedMotion: "reduce" });
      await page.screenshot({ path: `${folder}${name}-${size}-${theme}.png` });
      await page.evaluate(setTextFill, theme === "forced");
      const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
      for (const { id, nodes } of violations) {
        const places = nodes.map(({ target }) => target.join(" "));
        faults.push(`${name}-${size}-${theme}: ${id}: ${places.slice(0, 3).join("; ")} (${places.length})`);
      }
    }
  }
  await page.close();
}

await chromium.close();
await server.close();
console.log(faults.length === 0 ? `screenshots are in ${folder}` : faults.join("\n"));
process.exit(faults.length === 0 ? 0 : 1);
