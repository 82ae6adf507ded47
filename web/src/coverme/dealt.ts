/**
 * Compares the cards that a replay shows with the shuffles and decisions of a record: every card that comes from a pile has to be
 * the one on top of it. This knows how cards travel (CM-S, CM-R, CM-Y, CM-2), and nothing about what decisions are allowed.
 */
import { decisionsOf, shufflesOf, type GameRecord, type RecordedDecision } from "../fair/record";
import type { Card } from "./card";
import type { CoverMeEvent, ReplayStep, Seat } from "../wire";

/** Return the first step in which the viewer is shown other cards than the record says. Null: there is none. */
export function firstWrongStep(record: GameRecord, steps: readonly ReplayStep[], seat: Seat | null): number | null {
  const decisions = decisionsOf(record);
  const table = new CardTable(record, seat);
  for (const [step, shown] of steps.entries()) {
    const decision = step === 0 ? null : decisions[step - 1];
    if (decision === undefined) {
      return step; // the record has fewer decisions
    }
    const events = shown.events as CoverMeEvent[];
    const hand = shown.private?.game === "cover-me" ? shown.private.hand : null;
    if (!events.every((event) => table.agrees(event, decision)) || (hand !== null && !table.hasHand(hand))) {
      return step;
    }
  }
  return steps.length > decisions.length ? null : steps.length;
}

const HAIR = "brk";
const SOURCES = ["blonde", "red-brown", "black"];
/** The magazines A and B of two players who play with fictional magazines. */
const FICTIONAL = [2, 3];

/** All piles, top first, as far as the events of one viewer tell. */
class CardTable {
  readonly #shuffles: { pile: string; cards: string[] }[];
  readonly #seat: Seat | null;
  readonly #isAdvanced: boolean;
  readonly #players: number;
  /** The piles of one colour from which the first cards are dealt (CM-V3). */
  #colours: Card[][] = [];
  #faceDown: Card[] = [];
  #isFaceDownShuffled = false;
  #next: Card[] = [];
  readonly #setAside: Card[][] = [];
  readonly #open: Card[][] = [[], [], []];
  #fictional: Card[] = [];
  #placedByA: Card | undefined;
  #looked: Card[] = [];
  /** The covers that the record's decisions placed this month, by magazine. */
  #placed = new Map<number, Card>();
  #discard: Card[] = [];
  /** The viewer's own hand. */
  readonly #hand = new Set<Card>();

  constructor(record: GameRecord, seat: Seat | null) {
    this.#shuffles = [...shufflesOf(record)];
    this.#seat = seat;
    this.#players = record.players.length;
    this.#isAdvanced = this.#players === 2 && record.options["two_player"] === "advanced";
  }

  hasHand(hand: readonly Card[]): boolean {
    return hand.length === this.#hand.size && hand.every((card) => this.#hand.has(card));
  }

  /** Return whether the event shows the cards that lie there, and move them. */
  agrees(event: CoverMeEvent, decision: RecordedDecision | null): boolean {
    switch (event.event) {
      case "shuffled":
        return this.#shuffle(event.pile, event.size);
      case "dealt":
        return this.#gives(event.seat, this.#dealt(event.seat, event.cards.length), event.cards);
      case "fictional_pile_formed":
        this.#fictional = this.#faceDown.splice(0, event.size);
        return true;
      case "influence_drawn":
        return isShown(event.cards, this.#faceDown.splice(0, event.cards.length));
      case "turned": {
        const turned = this.#faceDown.splice(0, event.cards.length);
        turned.forEach((card) => this.#open[HAIR.indexOf(card[1] ?? "")]?.unshift(card));
        return isShown(event.cards, turned);
      }
      case "took": {
        const pile = this.#open[SOURCES.indexOf(event.source)] ?? this.#faceDown;
        return this.#gives(event.seat, pile.splice(0, 1), [event.card]);
      }
      case "took_next":
        return this.#gives(event.seat, this.#next.splice(0, 1), [event.card]);
      case "looked":
        this.#looked = this.#next.splice(0, event.cards.length);
        return isShown(event.cards, this.#looked);
      case "kept": {
        const wanted = decision?.cards ?? [];
        const kept = this.#looked.filter((card) => wanted.includes(card));
        const putBack = this.#looked.filter((card) => !wanted.includes(card));
        this.#next.push(...putBack);
        return isShown(event.put_back, putBack) && this.#gives(event.seat, kept, inOrder(event.kept, kept));
      }
      case "fictional_placed": {
        this.#placedByA = event.a_placed ? this.#fictional.shift() : undefined;
        const [b = null] = this.#fictional.splice(0, 1);
        this.#placed.set(FICTIONAL[1]!, b ?? "");
        return event.b === b;
      }
      case "placed": {
        const cards = decision?.cards ?? [];
        cards.forEach((card, row) => this.#placed.set(event.seat + row * this.#players, card));
        this.#takeBack(event.seat, cards);
        return isShown(event.cards, cards);
      }
      case "revealed": {
        const placed = new Map(this.#placed);
        if (this.#placedByA !== undefined) {
          placed.set(FICTIONAL[0]!, this.#placedByA);
        }
        this.#placed.clear();
        this.#placedByA = undefined;
        return event.covers.every(([magazine, card]) => placed.get(magazine) === card);
      }
      case "featured": {
        const owner = this.#ownerOf(event.magazine);
        if (owner === null) {
          this.#fictional.push(...event.returned);
        }
        return owner === null || this.#gives(owner, event.returned, event.returned);
      }
      case "influence_discarded":
        this.#discard.push(...event.cards);
        return true;
      case "fictional_replenished":
        this.#fictional.push(...this.#faceDown.splice(0, event.face_down), ...this.#next.splice(0, event.next_pile));
        return true;
      case "year_began":
        this.#faceDown.unshift(...this.#next);
        this.#next = this.#setAside.shift() ?? [];
        this.#discard.push(...event.discarded);
        this.#open.forEach((pile) => pile.splice(0));
        return true;
      case "swapped":
        this.#takeBack(event.seat, [event.card]);
        this.#discard.push(event.card);
        return decision?.card === event.card;
      default:
        return true; // no card moves
    }
  }

  /** Use the record's next shuffle, if it is one of this pile with the cards that belong in it. */
  #shuffle(pile: string, size: number): boolean {
    const shuffle = this.#shuffles.shift();
    if (shuffle?.pile !== pile || shuffle.cards.length !== size) {
      return false;
    }
    const cards = [...shuffle.cards];
    switch (pile) {
      case "face-down": {
        // The cards that were turned before it was exhausted are told later, so the new ones go under them.
        const isReshuffled = this.#isFaceDownShuffled;
        const isExpected = !isReshuffled || hasSameCards(cards, this.#discard);
        this.#faceDown.push(...cards);
        this.#isFaceDownShuffled = true;
        this.#discard = [];
        return isExpected;
      }
      case "fictional": {
        const isExpected = hasSameCards(cards, this.#fictional);
        this.#fictional = cards;
        return isExpected;
      }
      case "next":
        this.#next = cards;
        return true;
      default:
        this.#colours.push(cards);
        if (this.#isFaceDownShuffled) {
          this.#setAside.push(cards);
        }
        return true;
    }
  }

  /** Take the first cards of a seat off their piles: one of each colour, or as many from the face-down pile. */
  #dealt(seat: Seat, count: number): Card[] {
    return this.#isFaceDownShuffled
      ? this.#faceDown.splice(0, count)
      : this.#colours.map((pile) => pile[seat] ?? "").filter((card) => card !== "");
  }

  #gives(seat: Seat, cards: readonly Card[], shown: readonly (Card | null)[]): boolean {
    if (seat === this.#seat) {
      cards.forEach((card) => this.#hand.add(card));
    }
    return isShown(shown, cards);
  }

  #takeBack(seat: Seat, cards: readonly Card[]): void {
    if (seat === this.#seat) {
      cards.forEach((card) => this.#hand.delete(card));
    }
  }

  #ownerOf(magazine: number): Seat | null {
    if (magazine < this.#players) {
      return magazine;
    }
    return this.#isAdvanced ? magazine - this.#players : null;
  }
}

/** Return whether these cards were shown, as far as they were shown at all: a hidden card is null. */
function isShown(shown: readonly (Card | null)[], cards: readonly Card[]): boolean {
  return shown.length === cards.length && shown.every((card, place) => card === null || card === cards[place]);
}

/** Return the shown cards in the order of the others, if they are the same ones. */
function inOrder(shown: readonly (Card | null)[], cards: readonly Card[]): readonly (Card | null)[] {
  return cards.every((card) => shown.includes(card)) ? cards : shown;
}

function hasSameCards(one: readonly Card[], other: readonly Card[]): boolean {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join();
}
