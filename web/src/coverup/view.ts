/** A viewer's view of Cover Up: the public part, the players, the cards, and what this seat may do. */
import type { GameParts } from "../table/game-parts.svelte";
import { playersAt, type Player, type PlayerPlace } from "../table/players";
import type {
  Arrangement,
  CardText,
  CoverUpPrivate,
  CoverUpPublic,
  Event,
  Face,
  RoundScored,
  Seat,
  SeatView,
} from "../wire";
import { DEFAULT_HOURGLASS_SECONDS } from "./options";
import { facesOf, type Faces } from "./pile";

export interface View extends CoverUpPublic {
  seat: Seat | null;
  players: Player[];
  faces: Faces;
  /** How long the sand runs, in milliseconds. */
  hourglass: number;
  assist: boolean;
  /** The card that this seat has chosen to give back. */
  giving_back: CardText | null;
  /** The cards that this seat may give back now. */
  give_backs: CardText[];
}

export const ROUNDS = 5;

/** Return the view that the public and the private part describe. */
export function viewOf(
  publicView: CoverUpPublic,
  privateView: CoverUpPrivate | null,
  seats: readonly PlayerPlace[],
  { options }: Extract<Arrangement, { game: "cover-up" }>,
): View {
  const seat = privateView?.seat ?? null;
  return {
    ...publicView,
    seat,
    players: playersAt(seats, seat),
    faces: facesOf(typeof options.deck === "object" ? options.deck.cards : []),
    hourglass: (options.hourglass ?? DEFAULT_HOURGLASS_SECONDS) * 1000,
    assist: options.assist ?? false,
    giving_back: privateView?.giving_back ?? null,
    give_backs: (privateView?.legal ?? []).flatMap((action) => (action.event === "give_back" ? action.card : [])),
  };
}

/** Return the view of a connection. Null: it is not a game of Cover Up, or the game has not begun. */
export function viewFrom({
  public: publicView,
  private: privateView,
  table,
  arrangement,
}: Omit<GameParts, "history" | "news">): View | null {
  if (publicView?.game !== "cover-up" || arrangement?.game !== "cover-up" || table === null) {
    return null;
  }
  return viewOf(publicView, privateView?.game === "cover-up" ? privateView : null, table.seats, arrangement);
}

/** Return the viewer's own side of the table. Null: the viewer is a spectator. */
export function ownSide(view: View): SeatView | null {
  return view.seat === null ? null : (view.seats[view.seat] ?? null);
}

/** Return the faces of the cards of a hand. */
export function handOf(cards: readonly CardText[], faces: Faces): Face[] {
  return cards.flatMap((card) => faces.get(card) ?? []);
}

/** Return the seats clockwise, starting with the viewer's or the first. */
export function seatsAround(view: View): Seat[] {
  const first = view.seat ?? 0;
  return view.seats.map((_, place) => (first + place) % view.seats.length);
}

/** Return the scored rounds in order, each once. */
export function scoredRounds(history: readonly Event[]): RoundScored[] {
  const rounds = new Map<number, RoundScored>();
  for (const event of history) {
    if (event.event === "round_scored") {
      rounds.set(event.round, event);
    }
  }
  return [...rounds.values()].sort((one, other) => one.round - other.round);
}

/** Return the cards that the viewer gave back and took before this round. The left neighbour has the old hand now (CU-N1). */
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

/** What a player is doing. */
export type Status = "laying" | "done" | "flipped" | "choosing" | "chosen" | "over";

/** Return what a player is doing. */
export function statusOf(side: SeatView, phase: CoverUpPublic["phase"]): Status {
  switch (phase) {
    case "lay":
      return side.flipped ? "flipped" : side.locked ? "done" : "laying";
    case "give-back":
      return side.has_given_back ? "chosen" : "choosing";
    case "over":
      return "over";
  }
}
