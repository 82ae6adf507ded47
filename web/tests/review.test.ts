/** The sums, scales and sentences of "How did I play?". */
import { beforeAll, describe, expect, it, vi } from "vitest";
import catalog from "virtual:finished-catalogs";
import { costliest, KINDS, notableDraws, seasonLines, stacked, sumByKind } from "../src/coverme/review/ledger";
import { reasonsOf } from "../src/coverme/review/reasons";
import { bestFlip, fateOf, rangeOf } from "../src/coverup/review/rounds";
import { analysisRequest, AnalysisRequest } from "../src/review/analysis.svelte";
import { percent, points } from "../src/review/figures";
import { clockTime, decimal } from "../src/text/numbers";
import { addCatalog, setLanguage } from "../src/text/text.svelte";
import type { Entry, Judgement, Kind, Outlook, RoundReport } from "../src/wire";

const OUTLOOK: Outlook = {
  share: 200_000,
  cards: ["Gkmd"],
  trends: { hair: 400_000 },
  trendy: 300_000,
  alternative: 0,
  prestige: [1_000_000, 1_000_000],
  later_prestige: [1_000_000, 1_000_000],
  scored: 0,
};

function judged(chosen: Partial<Outlook>, best: Partial<Outlook>, more: Partial<Judgement> = {}): Judgement {
  return {
    decision: "place",
    legal: 8,
    chosen: {},
    best: {},
    stake: 90_000,
    is_real: true,
    mark: null,
    chosen_outlook: { ...OUTLOOK, ...chosen },
    best_outlook: { ...OUTLOOK, ...best },
    trait: null,
    rival: null,
    options: [],
    ...more,
  };
}

/** Return entries with these changes, one season after the other. */
function entriesOf(...changes: [kind: Kind, season: string, change: number][]): Entry[] {
  let share = 250_000;
  return changes.map(([kind, season, change], index) => ({
    kind,
    index,
    year: 1,
    season,
    month: 1,
    change,
    margin: 10_000,
    share: (share += change),
    judgement: kind === "decision" ? judged({}, {}) : null,
    cards: [],
  }));
}

const ENTRIES = entriesOf(
  ["deal", "winter", 20_000],
  ["decision", "winter", -50_000],
  ["rivals", "winter", 31_000],
  ["decision", "spring", -9_000],
  ["draws", "spring", -40_000],
  ["decision", "spring", -70_000],
  ["decision", "spring", 12_000],
  ["estimate", "spring", 106_000],
);

beforeAll(async () => {
  await setLanguage("en");
  await addCatalog(catalog);
});

describe("the ledger", () => {
  it("adds up, by kind and by season", () => {
    const sums = sumByKind(ENTRIES);
    const lines = seasonLines({ entries: ENTRIES });
    expect(sums).toEqual({ deal: 20_000, draws: -40_000, rivals: 31_000, decision: -117_000, estimate: 106_000 });
    expect(lines.map(({ season, share }) => [season, share])).toEqual([
      ["winter", 251_000],
      ["spring", 250_000],
    ]);
    for (const kind of KINDS) {
      expect(lines.reduce((sum, { changes }) => sum + changes[kind], 0)).toBe(sums[kind]);
    }
  });

  it("is a bar whose gains and losses adjoin and add up", () => {
    const segments = stacked(sumByKind(ENTRIES));
    expect(segments).toEqual([
      { kind: "deal", from: 0, to: 20_000 },
      { kind: "draws", from: 0, to: -40_000 },
      { kind: "rivals", from: 20_000, to: 51_000 },
      { kind: "decision", from: -40_000, to: -157_000 },
      { kind: "estimate", from: 51_000, to: 157_000 },
    ]);
    expect(segments.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(0);
  });

  it("lists the costliest decisions and the notable draws, but nothing within the noise", () => {
    expect(costliest(ENTRIES).map(({ change }) => change)).toEqual([-70_000, -50_000]);
    expect(costliest(ENTRIES, 1).map(({ change }) => change)).toEqual([-70_000]);
    const { lucky, unlucky } = notableDraws(ENTRIES);
    expect([lucky, unlucky].map((draws) => draws.map(({ change }) => change))).toEqual([[20_000], [-40_000]]);
  });
});

describe("the reasons", () => {
  it("name the trend, the chances, the prestige and the rival, the most telling first", () => {
    const better = { cards: ["Ybsq"], trends: { hair: 810_000 }, trendy: 620_000, prestige: [2_000_000, 500_000] };
    const reasons = reasonsOf(judged({}, better, { trait: "hair", rival: 1 }), 0, ["Ada", "Bo"]);
    expect(reasons).toEqual([
      "Blonde ended the season as a trend in 81\u00a0% of the simulated games, black in 40\u00a0%.",
      "Scores with three trends: 62\u00a0% with the better choice, 30\u00a0% with this one.",
      "The better choice promised 2.0 points of prestige this season, this one 1.0.",
    ]);
    expect(reasonsOf(judged({}, { prestige: [1_000_000, 400_000] }, { rival: 1 }), 0, ["Ada", "Bo"])).toEqual([
      "This choice helped Bo, who could now expect 1.0 points of prestige this season instead of 0.4.",
    ]);
  });

  it("of a decision between two seasons are about the coming one", () => {
    const judgement = judged({}, { prestige: [2_000_000, 400_000] }, { decision: "take", rival: 1 });
    expect(reasonsOf(judgement, 0, ["Ada", "Bo"])).toEqual([
      "The better choice promised 2.0 points of prestige in the coming season, this one 1.0.",
      "This choice helped Bo, who could now expect 1.0 points of prestige in the coming season instead of 0.4.",
    ]);
  });

  it("say so if the same characteristic becomes likelier, and if nothing stands out", () => {
    const better = { cards: ["Ykld"], trends: { hair: 500_000 } };
    expect(reasonsOf(judged({}, better, { trait: "hair" }), 0, [])[0]).toMatch(/^Black ended .* 50\s% .* 40\s%/);
    expect(reasonsOf(judged({}, {}), 0, [])).toEqual([expect.stringContaining("No single reason")]);
  });
});

describe("a round of Cover Up", () => {
  it("has a best moment for the hourglass, and a fate", () => {
    const flips = [12, 9, 9, 14].map((score, t) => ({ t, points: score, rivals: [] }));
    expect(bestFlip(flips)?.t).toBe(2);
    expect(bestFlip([])).toBeNull();
    const report = { above: 2, out_of_reach: null } as RoundReport;
    expect(fateOf(report)).toBe("unfinished");
    expect(fateOf({ ...report, above: 0 })).toBe("laid");
    expect(rangeOf([13, 12, 14])).toBe("12–14");
    expect(rangeOf([13, 13])).toBe("13");
  });
});

describe("figures", () => {
  it("are rounded, signed and in the language of the page", async () => {
    expect([points(123_456), points(-400), points(56_000, { isChange: true }), points(-56_000)]).toEqual([
      "12.3",
      "0.0",
      "+5.6",
      "−5.6",
    ]);
    expect(percent(124_999)).toBe(12);
    expect([clockTime(4_230), clockTime(64_000)]).toEqual(["0:04.2", "1:04.0"]);
    await setLanguage("fi");
    expect(decimal(1.25)).toBe("1,3");
    await setLanguage("en");
  });
});

describe("the request", () => {
  it("asks until the analysis is complete, and survives a busy server", async () => {
    const answers = [
      { status: 202, body: { done: 0, total: 0 } },
      { status: 503, body: { code: "try-again", reason: "" } },
      { status: 202, body: { done: 5, total: 9 } },
      { status: 200, body: { game: "cover-me" } },
    ];
    const fetched = vi.fn(() => {
      const { status, body } = answers.shift()!;
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    });
    vi.stubGlobal("fetch", fetched);
    const asked = new AnalysisRequest({ table: "a/b" });
    const seen: unknown[] = [];
    await asked.run(() => {
      seen.push([asked.progress.done, asked.problem !== ""]);
      return Promise.resolve();
    });
    expect(seen).toEqual([
      [0, false],
      [0, true],
      [5, false],
    ]);
    expect(asked.analysis).toEqual({ game: "cover-me" });
    expect(asked.problem).toBe("");
    expect(fetched.mock.calls[0]).toEqual(["/api/tables/a%2Fb/analysis", expect.anything()]);
  });

  it("sends a record from a file", () => {
    expect(analysisRequest({ record: { game: "cover-up" } })).toEqual(["POST", "/api/analysis", { game: "cover-up" }]);
  });

  it("stops when it is refused", async () => {
    const refusal = new Response(JSON.stringify({ code: "not-now", reason: "" }), { status: 409 });
    vi.stubGlobal("fetch", () => Promise.resolve(refusal));
    const asked = new AnalysisRequest({ table: "table" });
    await asked.run(() => Promise.reject(new Error("it asks again")));
    expect(asked.problem).toContain("not played to its end");
  });
});
