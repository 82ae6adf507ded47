/** The final standings, and what decided between equal scores (CM-X3, CM-A6, CM-V3). */
import { playerName } from "../table/players";
import { text } from "../text/text.svelte";
import type { CardText, Seat } from "../wire";
import { prestige } from "./card";
import type { View } from "./view";

export interface Standing {
  seat: Seat;
  place: number;
  score: number;
  cards: CardText[];
  /** The tie-breakers, in order. */
  tieBreakers: number[];
}

const WORTHS = [5, 4, 3, 2] as const;

/** Return the players from first to last. */
export function standingsOf(view: View): Standing[] {
  return view.players
    .map(({ seat }) => {
      const cards = view.prestige_stacks[seat]?.cards ?? [];
      return {
        seat,
        place: view.result?.places[seat] ?? 0,
        score: view.result?.scores[seat] ?? 0,
        cards,
        tieBreakers: tieBreakersOf(view, seat, [...cards, ...(view.side_stacks[seat]?.cards ?? [])]),
      };
    })
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

function tieBreakersOf(view: View, seat: Seat, cards: readonly CardText[]): number[] {
  const side = view.isAdvanced ? [view.side_stacks[seat]?.worth ?? 0] : [];
  const stack = [cards.length, ...WORTHS.map((worth) => cards.filter((card) => prestige(card) === worth).length)];
  return view.isSameValue ? side : [...side, ...stack];
}

function tieBreakerNames(view: View): string[] {
  const side = view.isAdvanced ? [text("side-stack")] : [];
  const stack = [
    text("cover-me.result.cards"),
    ...WORTHS.map((worth) => text("cover-me.result.worth.long", { worth })),
  ];
  return view.isSameValue ? side : [...side, ...stack];
}

/** Return a sentence for every two neighbours with equal scores: what decided between them, or that nothing did. */
export function tiesOf(standings: readonly Standing[], view: View): string[] {
  return standings.slice(1).flatMap((lower, place) => {
    const higher = standings[place];
    if (higher === undefined || higher.score !== lower.score) {
      return [];
    }
    const names = [higher, lower].map(({ seat }) => playerName(seat, view.players)).join(", ");
    const by = lower.tieBreakers.findIndex((value, column) => value !== higher.tieBreakers[column]);
    const found = `${tieBreakerNames(view)[by]} ${higher.tieBreakers[by]}:${lower.tieBreakers[by]}`;
    return by < 0 ? text("result.equal", { names }) : text("result.tie", { names, by: found });
  });
}
