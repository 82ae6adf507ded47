/**
 * The state of a hand on the light table: the selected card, the card that is being carried, the orientation of cards in the hand,
 * and the undo stack. It changes the pile through `change` and keeps no copy of it.
 */
import type { CardText, Placement } from "../wire";
import {
  extent,
  flipped,
  isSame,
  laid,
  lifted,
  sizeOf,
  snapped,
  turned,
  type Area,
  type Orientation,
  type Pile,
} from "./pile";

/** The current pile, and how to change it. */
export interface Surface {
  pile: Pile;
  mat: Area;
  /** Whether the cards can be moved. */
  mayMove: boolean;
  change: (pile: Pile) => void;
}

const UPRIGHT: Orientation = { flip: false, turn: 0 };
const DOUBLE_TAP_MS = 320;

interface Tap {
  card: CardText;
  /** Milliseconds. */
  at: number;
  /** The state before the tap, to which a second tap returns. */
  pile: Pile;
  orientation: Orientation;
}

export class DragState {
  /** The card that keys and buttons apply to. */
  selected = $state<CardText | null>(null);
  /** The card that is carried by pointer or keys. While a pointer drags it, it is not on the grid. */
  carried = $state.raw<Placement | null>(null);
  /** Where the carried card would be dropped. Null: in the hand. */
  target = $state.raw<Placement | null>(null);
  /** Whether a pointer drags the carried card. */
  isDragging = $state(false);
  #orientations = $state.raw<ReadonlyMap<CardText, Orientation>>(new Map());
  #undoStack = $state.raw<readonly Pile[]>([]);
  #lastTap: Tap | null = null;
  readonly #surface: () => Surface;

  constructor(surface: () => Surface) {
    this.#surface = surface;
  }

  /** The pile as it would be if the carried card were dropped. */
  get pile(): Pile {
    const { pile } = this.#surface();
    if (this.carried === null) {
      return pile;
    }
    return this.target === null ? lifted(pile, this.carried.card) : laid(pile, this.target);
  }

  get mayUndo(): boolean {
    return this.#undoStack.length > 0 && this.#surface().mayMove;
  }

  placementOf(card: CardText): Placement | null {
    return this.#surface().pile.find((at) => at.card === card) ?? null;
  }

  orientationOf(card: CardText): Orientation {
    return this.placementOf(card) ?? this.#orientations.get(card) ?? UPRIGHT;
  }

  /** Forget everything, for another hand. */
  reset(): void {
    this.cancel();
    this.selected = null;
    this.#undoStack = [];
    this.#orientations = new Map();
  }

  /** Return the carried card to where it was. */
  cancel(): void {
    this.carried = this.target = this.#lastTap = null;
    this.isDragging = false;
  }

  /** Select a card. Another card that is being carried is dropped first. */
  select(card: CardText | null): void {
    if (this.carried?.card !== card) {
      this.drop();
    }
    this.selected = card;
  }

  /** Carry a card to a place over the mat, or over the hand. */
  carryTo(at: Placement, isOverMat: boolean): void {
    this.carried = at;
    const next = isOverMat ? snapped(at, this.#surface().mat) : null;
    if (next === null || this.target === null || !isSame([next], [this.target])) {
      this.target = next;
    }
  }

  /** Carry a card by whole squares. A card from the hand first goes to the centre of the pile, or of an empty mat. */
  nudge(card: CardText, x: number, y: number): void {
    const at = this.carried?.card === card ? this.carried : this.placementOf(card);
    this.carryTo(at === null ? this.#centredOnPile(card) : this.#onMat({ ...at, x: at.x + x, y: at.y + y }), true);
  }

  /** Lay the carried card, or return it to the hand if it is over the hand. */
  drop(): void {
    const { carried, target } = this;
    if (carried === null) {
      return;
    }
    this.cancel();
    const { pile } = this.#surface();
    if (target === null) {
      this.#setOrientation(carried);
      this.#change(lifted(pile, carried.card));
    } else {
      this.#change(laid(pile, target));
    }
  }

  turn(card: CardText, quarters = 1): void {
    this.#reorient(card, (at) => turned(at, quarters));
  }

  flip(card: CardText): void {
    this.#reorient(card, flipped);
  }

  /** Turn the card. A second tap soon after undoes the turn and flips the card instead. */
  tap(card: CardText, at: number): void {
    const { pile } = this.#surface();
    const first = this.#lastTap;
    if (first?.card !== card || at - first.at > DOUBLE_TAP_MS) {
      const orientation = this.orientationOf(card);
      this.turn(card);
      this.#lastTap = { card, at, pile, orientation };
      return;
    }
    this.#lastTap = null;
    const before = first.pile.find((one) => one.card === card);
    if (before === undefined) {
      this.#setOrientation({ card, ...flipped(first.orientation) });
    } else {
      this.#surface().change(laid(first.pile, flipped(before))); // not on the undo stack: the first tap is already there
    }
  }

  /** Take the card off the pile. */
  lift(card: CardText): void {
    const at = this.carried?.card === card ? this.carried : this.placementOf(card);
    if (at !== null && this.#surface().mayMove) {
      this.cancel();
      this.#setOrientation(at);
      this.#change(lifted(this.#surface().pile, card));
    }
  }

  undo(): void {
    const before = this.#undoStack.at(-1);
    if (before !== undefined && this.mayUndo) {
      this.cancel();
      this.#undoStack = this.#undoStack.slice(0, -1);
      this.#surface().change(before);
    }
  }

  #change(to: Pile): void {
    const { pile, change } = this.#surface();
    if (!isSame(pile, to)) {
      this.#undoStack = [...this.#undoStack, pile];
      change(to);
    }
  }

  /** Turn or flip a card that is carried, on the mat or in the hand. */
  #reorient(card: CardText, by: (at: Placement) => Placement): void {
    const { pile, mayMove } = this.#surface();
    const at = this.placementOf(card);
    if (!mayMove) {
      return;
    }
    if (this.carried?.card === card) {
      const next = by(this.carried);
      this.carryTo(this.isDragging ? next : this.#onMat(next), this.target !== null);
    } else if (at !== null) {
      this.#change(laid(pile, this.#onMat(by(at))));
    } else {
      this.#setOrientation(by({ card, ...this.orientationOf(card), x: 0, y: 0 }));
    }
  }

  #setOrientation({ card, flip, turn }: Orientation & { card: CardText }): void {
    this.#orientations = new Map(this.#orientations).set(card, { flip, turn });
  }

  #onMat(at: Placement): Placement {
    return snapped(at, this.#surface().mat);
  }

  #centredOnPile(card: CardText): Placement {
    const { pile, mat } = this.#surface();
    const { flip, turn } = this.orientationOf(card);
    const own = sizeOf({ flip, turn });
    const area = pile.length > 0 ? extent(pile) : mat;
    const [x, y] = [area.x + (area.width - own.width) / 2, area.y + (area.height - own.height) / 2];
    return this.#onMat({ card, flip, turn, x, y });
  }
}
