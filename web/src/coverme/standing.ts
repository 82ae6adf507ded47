/** The order of the players at the end, and what decided between equal scores (CM-X3, CM-A6, CM-V3). */
import { text } from "../text/text.svelte";
import type { CardText, Seat } from "../wire";
import { prestige } from "./card";
import type { View } from "./view";
import { playerName } from "./words";

export interface Standing {
  seat: Seat;
  place: number;
  score: number;
  cards: CardText[];
  /** What is compared after the score, in that order. */
  compared: number[];
}

const WORTHS = [5, 4, 3, 2] as const;

/** The players, the first place first. */
export function standingOf(view: View): Standing[] {
  return view.players
    .map(({ seat }) => {
      const cards = view.prestige_stacks[seat]?.cards ?? [];
      return {
        seat,
        place: view.result?.places[seat] ?? 0,
        score: view.result?.scores[seat] ?? 0,
        cards,
        compared: comparedOf(view, seat, [...cards, ...(view.side_stacks[seat]?.cards ?? [])]),
      };
    })
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

function comparedOf(view: View, seat: Seat, cards: readonly CardText[]): number[] {
  const side = view.isAdvanced ? [view.side_stacks[seat]?.worth ?? 0] : [];
  const stack = [cards.length, ...WORTHS.map((worth) => cards.filter((card) => prestige(card) === worth).length)];
  return view.isSameValue ? side : [...side, ...stack];
}

function columns(view: View): string[] {
  const side = view.isAdvanced ? [text("side-stack")] : [];
  const stack = [
    text("cover-me.result.cards"),
    ...WORTHS.map((worth) => text("cover-me.result.worth.long", { worth })),
  ];
  return view.isSameValue ? side : [...side, ...stack];
}

/** For every two neighbours with equal scores, what decided, or that nothing did. */
export function tiesOf(standing: readonly Standing[], view: View): string[] {
  return standing.slice(1).flatMap((lower, place) => {
    const higher = standing[place];
    if (higher === undefined || higher.score !== lower.score) {
      return [];
    }
    const names = [higher, lower].map(({ seat }) => playerName(seat, view.players)).join(", ");
    const by = lower.compared.findIndex((value, column) => value !== higher.compared[column]);
    const found = `${columns(view)[by]} ${higher.compared[by]}:${lower.compared[by]}`;
    return by < 0 ? text("result.equal", { names }) : text("result.tie", { names, by: found });
  });
}
