/** Why another choice was better, in sentences: which trend, which rival, and what was to be expected. */
import { percent } from "../../review/figures";
import { capitalize } from "../../text/capitalize";
import { decimal } from "../../text/numbers";
import { text } from "../../text/text.svelte";
import type { Judgement, Outlook, Trait } from "../../wire";
import { model } from "../card";
import { characteristicName } from "../names";

/** Differences that are worth a sentence: in percent, and in points of prestige. */
const MIN_PERCENT = 4;
const MIN_PRESTIGE = 0.15;
const MILLION = 1_000_000;
/** A reader takes in so many reasons. */
const MOST = 3;

/** Return the reasons, the most telling first. */
export function reasonsOf(judgement: Judgement, seat: number, names: readonly string[]): string[] {
  const { chosen_outlook: chosen, best_outlook: best, trait, rival } = judgement;
  const coming = isForComingSeason(judgement);
  const found = [
    judgement.decision === "place" ? trendReason(chosen, best, trait as Trait | null) : null,
    chanceReason("review.why.three", chosen.trendy, best.trendy),
    chanceReason("review.why.none", chosen.alternative, best.alternative),
    prestigeReason("review.why.prestige", chosen.prestige[seat], best.prestige[seat], coming),
    prestigeReason("review.why.later", chosen.later_prestige[seat], best.later_prestige[seat], coming),
    rival === null ? null : rivalReason(chosen.prestige[rival], best.prestige[rival], names[rival] ?? "", coming),
  ];
  const reasons = found.filter((reason) => reason !== null).slice(0, MOST);
  return reasons.length > 0 ? reasons : [text("review.why.altogether")];
}

/** Return whether the outlooks of a decision are about the coming season, for which cards are dealt, taken, kept and exchanged. */
export function isForComingSeason({ decision }: Pick<Judgement, "decision">): boolean {
  return ["take", "keep", "swap"].includes(decision);
}

/** Return a sentence about the trend that the better card counted on. Null: the cards do not differ in one. */
function trendReason(chosen: Outlook, best: Outlook, trait: Trait | null): string | null {
  const [better, worse] = [best.cards[0], chosen.cards[0]];
  if (trait === null || better === undefined || worse === undefined) {
    return null;
  }
  const values = { best: percent(best.trends[trait] ?? 0), chosen: percent(chosen.trends[trait] ?? 0) };
  if (values.best - values.chosen < MIN_PERCENT) {
    return null;
  }
  const [one, other] = [better, worse].map((card) => characteristicName(trait, model(card)[trait]));
  if (one === other) {
    return text("review.why.trend", { ...values, name: capitalize(one ?? "") });
  }
  return text("review.why.trends", { ...values, better: capitalize(one ?? ""), worse: other ?? "" });
}

function chanceReason(key: "review.why.three" | "review.why.none", chosen: number, best: number): string | null {
  const values = { chosen: percent(chosen), best: percent(best) };
  return values.best - values.chosen < MIN_PERCENT ? null : text(key, values);
}

function prestigeReason(
  key: "review.why.prestige" | "review.why.later",
  chosen: number | undefined = 0,
  best: number | undefined = 0,
  coming: boolean,
): string | null {
  return (best - chosen) / MILLION < MIN_PRESTIGE
    ? null
    : text(key, { chosen: decimal(chosen / MILLION), best: decimal(best / MILLION), coming });
}

/** Return a sentence about a rival whom the choice helped. Null: the better choice would have helped as much. */
function rivalReason(
  chosen: number | undefined = 0,
  best: number | undefined = 0,
  name: string,
  coming: boolean,
): string | null {
  return (chosen - best) / MILLION < MIN_PRESTIGE
    ? null
    : text("review.why.rival", {
        name,
        chosen: decimal(chosen / MILLION),
        best: decimal(best / MILLION),
        coming,
      });
}
