/**
 * Choosing: what can be tapped now, what has been tapped, and the legal action that it amounts to. Every kind of decision
 * is a row of picks, so that the table handles all of them alike; nothing is decided until the player confirms.
 */
import type { CardText, Row } from "../wire";
import type { View } from "./view";
import type { CoverMeAction, Source } from "./wire";

export type Pick =
  | { kind: "card"; card: CardText }
  | { kind: "cover"; row: Row; card: CardText }
  | { kind: "source"; source: Source }
  | { kind: "stay" }
  | { kind: "vote"; playOn: boolean };

/** A pick's own name, to compare picks by. */
export function nameOf(pick: Pick): string {
  return Object.values(pick).join(" ");
}

/** The picks that make up an action, in order where order matters. */
export function picksOf(action: CoverMeAction): Pick[] {
  switch (action.event) {
    case "take":
      return [{ kind: "source", source: action.from }];
    case "place":
    case "keep":
      return action.cards.map((card) => ({ kind: "card", card }));
    case "feature":
      return [{ kind: "cover", row: action.magazine, card: action.card }];
    case "swap":
      return [{ kind: "card", card: action.card }];
    case "stay":
      return [{ kind: "stay" }];
    case "vote":
      return [{ kind: "vote", playOn: action.play_on }];
  }
}

/** Whether the picks are the first ones of this action; of cards to keep, any of them in any order. */
function leadsTo(picks: readonly string[], action: CoverMeAction): boolean {
  const wanted = picksOf(action).map(nameOf);
  if (action.event === "keep") {
    return picks.every((pick) => wanted.includes(pick));
  }
  return picks.every((pick, place) => wanted[place] === pick);
}

/** The names of all that can be picked at all, whatever has been picked. */
export function pickable(legal: readonly CoverMeAction[]): Set<string> {
  return new Set(legal.flatMap(picksOf).map(nameOf));
}

/** The picks after one more tap: taken back, added, or, where there is no room for it, instead of the last. */
export function tapped(picks: readonly Pick[], pick: Pick, legal: readonly CoverMeAction[]): Pick[] {
  const name = nameOf(pick);
  if (picks.some((known) => nameOf(known) === name)) {
    return picks.filter((known) => nameOf(known) !== name);
  }
  for (let kept = picks.length; kept >= 0; kept -= 1) {
    const tried = [...picks.slice(0, kept), pick];
    if (legal.some((action) => leadsTo(tried.map(nameOf), action))) {
      return tried;
    }
  }
  return [...picks];
}

/** The legal action that the picks amount to; null: something is missing. */
export function actionOf(picks: readonly Pick[], legal: readonly CoverMeAction[]): CoverMeAction | null {
  const names = picks.map(nameOf);
  return legal.find((action) => picksOf(action).length === picks.length && leadsTo(names, action)) ?? null;
}

/** How many picks a decision takes. */
export function picksNeeded(legal: readonly CoverMeAction[]): number {
  return Math.max(0, ...legal.map((action) => picksOf(action).length));
}

/** The rule that a decision is made by. */
export function ruleOf({ decision, phase, isAdvanced, isSameValue, legal }: View): string {
  switch (decision) {
    case "take":
      if (phase === "draft") {
        return isSameValue ? "CM-V3" : isAdvanced ? "CM-A1" : "CM-S6";
      }
      return phase === "new year" ? "CM-Y2" : "CM-R1";
    case "keep":
      return picksNeeded(legal) > 1 ? "CM-A5" : "CM-R2";
    case "feature":
      return "CM-M2";
    case "swap":
      return "CM-Y2";
    case "vote":
      return "CM-X4";
    case "place":
    case null:
      return isAdvanced ? "CM-A2" : "CM-P1";
  }
}

/** The picks that are still possible after the table has changed: all of them, or none. */
export function stillValid(picks: readonly Pick[], legal: readonly CoverMeAction[]): Pick[] {
  const names = picks.map(nameOf);
  return legal.some((action) => leadsTo(names, action)) ? [...picks] : [];
}
