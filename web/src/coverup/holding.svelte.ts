/**
 * A hand over a light table: which card is picked, which one is held over the mat, how cards that are not laid are turned,
 * and what can be undone. It changes the pile through `change` and keeps no copy of it.
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

/** What the hand works on, as it is now. */
export interface Surface {
  pile: Pile;
  mat: Area;
  /** Whether the cards can be touched. */
  mayMove: boolean;
  change: (pile: Pile) => void;
}

const UPRIGHT: Orientation = { flip: false, turn: 0 };
const DOUBLE_TAP = 320;

interface Tap {
  card: CardText;
  at: number;
  /** How it was before, for a second tap to come back to. */
  pile: Pile;
  orientation: Orientation;
}

export class Holding {
  picked = $state<CardText | null>(null);
  /** The card that is held over the mat; off the grid while it is dragged. */
  air = $state.raw<Placement | null>(null);
  /** Where it would lie; null: in the hand. */
  target = $state.raw<Placement | null>(null);
  /** Whether a pointer has it. */
  isDragged = $state(false);
  #orientations = $state.raw<ReadonlyMap<CardText, Orientation>>(new Map());
  #past = $state.raw<readonly Pile[]>([]);
  #tap: Tap | null = null;
  readonly #surface: () => Surface;

  constructor(surface: () => Surface) {
    this.#surface = surface;
  }

  /** The pile as it would be if the card that is held were put down. */
  get pile(): Pile {
    const { pile } = this.#surface();
    if (this.air === null) {
      return pile;
    }
    return this.target === null ? lifted(pile, this.air.card) : laid(pile, this.target);
  }

  get mayUndo(): boolean {
    return this.#past.length > 0 && this.#surface().mayMove;
  }

  lying(card: CardText): Placement | null {
    return this.#surface().pile.find((at) => at.card === card) ?? null;
  }

  orientationOf(card: CardText): Orientation {
    return this.lying(card) ?? this.#orientations.get(card) ?? UPRIGHT;
  }

  /** Another hand: nothing is left of what was. */
  reset(): void {
    this.letGo();
    this.picked = null;
    this.#past = [];
    this.#orientations = new Map();
  }

  /** What is held goes back to where it was. */
  letGo(): void {
    this.air = this.target = this.#tap = null;
    this.isDragged = false;
  }

  /** Pick another card; what is held is put down first. */
  pick(card: CardText | null): void {
    if (this.air?.card !== card) {
      this.putDown();
    }
    this.picked = card;
  }

  /** Hold a card there: over the mat, or over the hand. */
  hold(at: Placement, isOverMat: boolean): void {
    this.air = at;
    const next = isOverMat ? snapped(at, this.#surface().mat) : null;
    if (next === null || this.target === null || !isSame([next], [this.target])) {
      this.target = next;
    }
  }

  /** Move the card by squares; one from the hand comes over the pile, or over the middle of the mat. */
  nudge(card: CardText, x: number, y: number): void {
    const at = this.air?.card === card ? this.air : this.lying(card);
    this.hold(at === null ? this.#overPile(card) : this.#onMat({ ...at, x: at.x + x, y: at.y + y }), true);
  }

  /** Lay the card that is held, or put it back into the hand if it is held over that. */
  putDown(): void {
    const { air, target } = this;
    if (air === null) {
      return;
    }
    this.letGo();
    const { pile } = this.#surface();
    if (target === null) {
      this.#keep(air);
      this.#change(lifted(pile, air.card));
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

  /** One tap turns at once; a second one, soon, takes that back and flips. */
  tap(card: CardText, at: number): void {
    const { pile } = this.#surface();
    const first = this.#tap;
    if (first?.card !== card || at - first.at > DOUBLE_TAP) {
      const orientation = this.orientationOf(card);
      this.turn(card);
      this.#tap = { card, at, pile, orientation };
      return;
    }
    this.#tap = null;
    const before = first.pile.find((one) => one.card === card);
    if (before === undefined) {
      this.#keep({ card, ...flipped(first.orientation) });
    } else {
      this.#surface().change(laid(first.pile, flipped(before))); // one thing to undo: the first tap has written it down
    }
  }

  /** Take the card off the pile. */
  lift(card: CardText): void {
    const at = this.air?.card === card ? this.air : this.lying(card);
    if (at !== null && this.#surface().mayMove) {
      this.letGo();
      this.#keep(at);
      this.#change(lifted(this.#surface().pile, card));
    }
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before !== undefined && this.mayUndo) {
      this.letGo();
      this.#past = this.#past.slice(0, -1);
      this.#surface().change(before);
    }
  }

  #change(to: Pile): void {
    const { pile, change } = this.#surface();
    if (!isSame(pile, to)) {
      this.#past = [...this.#past, pile];
      change(to);
    }
  }

  /** Turn or flip a card wherever it is: in the air, on the mat or in the hand. */
  #reorient(card: CardText, by: (at: Placement) => Placement): void {
    const { pile, mayMove } = this.#surface();
    const at = this.lying(card);
    if (!mayMove) {
      return;
    }
    if (this.air?.card === card) {
      const next = by(this.air);
      this.hold(this.isDragged ? next : this.#onMat(next), this.target !== null);
    } else if (at !== null) {
      this.#change(laid(pile, this.#onMat(by(at))));
    } else {
      this.#keep(by({ card, ...this.orientationOf(card), x: 0, y: 0 }));
    }
  }

  #keep({ card, flip, turn }: Orientation & { card: CardText }): void {
    this.#orientations = new Map(this.#orientations).set(card, { flip, turn });
  }

  #onMat(at: Placement): Placement {
    return snapped(at, this.#surface().mat);
  }

  #overPile(card: CardText): Placement {
    const { pile, mat } = this.#surface();
    const { flip, turn } = this.orientationOf(card);
    const own = sizeOf({ flip, turn });
    const area = pile.length > 0 ? extent(pile) : mat;
    const [x, y] = [area.x + (area.width - own.width) / 2, area.y + (area.height - own.height) / 2];
    return this.#onMat({ card, flip, turn, x, y });
  }
}
