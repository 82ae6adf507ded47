/** The table of Cover Up from one side: what everybody sees, who sits there, the cards, and what this seat may do. */
import { player, type Player, type Sitting } from "../coverme/view";
import type {
  Arrangement,
  CardText,
  CoverUpPrivate,
  CoverUpPublic,
  Event,
  Face,
  RoundScored,
  Seat,
  Side,
} from "../wire";
import { facesOf, type Faces } from "./pile";

export interface View extends CoverUpPublic {
  seat: Seat | null;
  players: Player[];
  faces: Faces;
  /** Milliseconds of sand. */
  hourglass: number;
  assist: boolean;
  /** The green card that this seat is giving back. */
  giving_back: CardText | null;
  /** The cards that this seat may give back now. */
  give_backs: CardText[];
}

export const ROUNDS = 5;

/** The view that the parts of a message describe. */
export function viewOf(
  shown: CoverUpPublic,
  secret: CoverUpPrivate | null,
  seats: readonly Sitting[],
  { options }: Extract<Arrangement, { game: "cover-up" }>,
): View {
  const seat = secret?.seat ?? null;
  return {
    ...shown,
    seat,
    players: seats.map((place, number) => player(place, number, seat)),
    faces: facesOf(typeof options.deck === "object" ? options.deck.cards : []),
    hourglass: (options.hourglass ?? 30) * 1000,
    assist: options.assist ?? false,
    giving_back: secret?.giving_back ?? null,
    give_backs: (secret?.legal ?? []).flatMap((action) => (action.event === "give_back" ? action.card : [])),
  };
}

/** The viewer's own side of the table; null: a spectator's. */
export function ownSide(view: View): Side | null {
  return view.seat === null ? null : (view.seats[view.seat] ?? null);
}

/** The cards of a hand with what is printed on them. */
export function handOf(cards: readonly CardText[], faces: Faces): Face[] {
  return cards.flatMap((card) => faces.get(card) ?? []);
}

/** The seats clockwise, beginning with the viewer's own or the first. */
export function around(view: View): Seat[] {
  const first = view.seat ?? 0;
  return view.seats.map((_, place) => (first + place) % view.seats.length);
}

/** The rounds that are scored, in order, each once. */
export function scored(history: readonly Event[]): RoundScored[] {
  const rounds = new Map<number, RoundScored>();
  for (const event of history) {
    if (event.event === "round_scored") {
      rounds.set(event.round, event);
    }
  }
  return [...rounds.values()].sort((one, other) => one.round - other.round);
}

/** What the viewer gave back and took before this round: what its old hand has become, which is its left neighbour's (CU-N1). */
export function exchangeOf(view: View, before: RoundScored | null): { gave: Face; took: Face } | null {
  if (view.seat === null || before?.round !== view.round - 1) {
    return null;
  }
  const score = before.scores[view.seat];
  const now = view.seats[(view.seat + 1) % view.seats.length]?.hand;
  if (score === undefined || now === undefined) {
    return null;
  }
  const had = [...score.pile.map(({ card }) => card), ...score.removed.map(({ card }) => card), ...score.not_laid];
  const [gave] = handOf(
    had.filter((card) => !now.includes(card)),
    view.faces,
  );
  const [took] = handOf(
    now.filter((card) => !had.includes(card)),
    view.faces,
  );
  return gave && took ? { gave, took } : null;
}

/** How somebody's round stands. */
export type Standing = "laying" | "done" | "flipped" | "choosing" | "chosen" | "over";

export function standingOf(side: Side, phase: CoverUpPublic["phase"]): Standing {
  switch (phase) {
    case "lay":
      return side.flipped ? "flipped" : side.locked ? "done" : "laying";
    case "give-back":
      return side.has_given_back ? "chosen" : "choosing";
    case "over":
      return "over";
  }
}
