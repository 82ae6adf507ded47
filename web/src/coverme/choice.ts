/**
 * Making a decision: what can be tapped, what has been tapped, and the legal action that the taps add up to. Every kind of
 * decision is a list of picks, so that the table treats all of them alike. Nothing is decided until the player confirms.
 */
import type { CardText, CoverMeAction, Row, Source } from "../wire";
import type { View } from "./view";

/** The months of a season. */
const MONTHS = 3;

export type Pick =
  | { kind: "card"; card: CardText }
  | { kind: "cover"; row: Row; card: CardText }
  | { kind: "source"; source: Source }
  | { kind: "stay" }
  | { kind: "vote"; playOn: boolean };

/** Return a name by which picks can be compared. */
export function nameOf(pick: Pick): string {
  return Object.values(pick).join(" ");
}

/** Return the picks that make up an action, in order where the order matters. */
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

/** Return whether the picks are the first ones of this action. Cards to keep may be picked in any order. */
function leadsTo(picks: readonly string[], action: CoverMeAction): boolean {
  const wanted = picksOf(action).map(nameOf);
  if (action.event === "keep") {
    return picks.every((pick) => wanted.includes(pick));
  }
  return picks.every((pick, place) => wanted[place] === pick);
}

/** Return the names of all possible picks, whatever has been picked already. */
export function pickable(legal: readonly CoverMeAction[]): Set<string> {
  return new Set(legal.flatMap(picksOf).map(nameOf));
}

/** Return the picks after one more tap: it removes the pick, adds it, or replaces the last one if there is no room. */
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

/** Return the legal action that the picks add up to. Null: a pick is missing. */
export function actionOf(picks: readonly Pick[], legal: readonly CoverMeAction[]): CoverMeAction | null {
  const names = picks.map(nameOf);
  return legal.find((action) => picksOf(action).length === picks.length && leadsTo(names, action)) ?? null;
}

/** Return the number of picks that a decision takes. */
export function picksNeeded(legal: readonly CoverMeAction[]): number {
  return Math.max(0, ...legal.map((action) => picksOf(action).length));
}

/** Return the id of the rule about the current decision. */
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

/**
 * Return the choices of the next month that a player may already make while the others choose: the cards stay in the hand.
 * None: it is not such a moment, or it is the player's turn.
 */
export function choicesAhead({ seat, phase, month, legal, hand, isAdvanced, to_act }: View): CoverMeAction[] {
  if (seat === null || phase !== "place" || month >= MONTHS || legal.length > 0 || to_act.includes(seat)) {
    return [];
  }
  const second = (first: CardText): CardText[][] => hand.filter((card) => card !== first).map((card) => [first, card]);
  const choices = hand.flatMap((card) => (isAdvanced ? second(card) : [[card]]));
  return choices.map((cards) => ({ event: "place", cards }));
}

/** Return the picks if they are still possible after the table has changed, and none if they are not. */
export function stillValid(picks: readonly Pick[], legal: readonly CoverMeAction[]): Pick[] {
  const names = picks.map(nameOf);
  return legal.some((action) => leadsTo(names, action)) ? [...picks] : [];
}
