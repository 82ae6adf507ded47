/** Mouse, touch and pen on a board: cards are dragged, tapped, twisted with two fingers, and turned with the wheel. */
import type { CardText } from "../wire";
import type { DragState } from "./drag-state.svelte";
import { sizeOf, type Area } from "./pile";

export interface Point {
  x: number;
  y: number;
}

/** The board as pointers need it. */
export interface PointerBoard {
  stage: HTMLElement;
  /** The size of a square in pixels. */
  square: number;
  mat: Area;
  mayMove: boolean;
  /** Return the centre of a card on the board in pixels, and its size relative to a card on the mat. */
  locate: (card: CardText) => (Point & { scale: number }) | undefined;
  /** Return the laid card whose empty slot is at a point of the board, so that a covered card can be picked. */
  slotOwner: (at: Point) => CardText | null;
  focus: (card: CardText) => void;
}

/** A pointer that is pressed on a card. */
interface CardPointer {
  id: number;
  card: CardText;
  /** Where it was pressed, in pixels on the board. */
  x: number;
  y: number;
  /** The distance from the centre of the card, in squares. */
  dx: number;
  dy: number;
  /** A second pointer, and the angle between the two when the card was last turned, in degrees. */
  second: number | null;
  angle: number;
  /** Whether releasing it turns the card. */
  isTap: boolean;
}

/** A pointer that moves farther than this drags the card. */
const TAP_DISTANCE_PX = 7;
/** A wheel scrolls at least this far per notch. Smaller steps come from a touchpad, and are added up. */
const WHEEL_NOTCH_PX = 40;
const TOUCHPAD_SWIPE_PX = 120;
/** The height of a line, for browsers that count the wheel in lines. */
const WHEEL_LINE_PX = 34;

export class BoardPointers {
  #pressed: CardPointer | null = null;
  #wheelTotal = 0;
  readonly #pointers = new Map<number, Point>();
  readonly #board: () => PointerBoard;
  readonly #dragState: DragState;

  constructor(dragState: DragState, board: () => PointerBoard) {
    this.#dragState = dragState;
    this.#board = board;
  }

  /** Let go of everything. */
  readonly cancel = (): void => {
    this.#dragState.cancel();
    this.#pressed = null;
    this.#pointers.clear();
  };

  readonly down = (event: PointerEvent): void => {
    const { stage, square, mayMove, locate, slotOwner, focus } = this.#board();
    if (!mayMove || event.button > 0) {
      return;
    }
    const point = this.#pointOf(event);
    this.#pointers.set(event.pointerId, point);
    if (this.#pressed !== null) {
      this.#pressed.second = event.pointerId;
      this.#pressed.angle = angleBetween(this.#pointers.get(this.#pressed.id) ?? point, point);
      stage.setPointerCapture(event.pointerId);
      return;
    }
    const under = this.#cardUnder(event);
    const card = under ?? slotOwner(point);
    const found = card === null ? undefined : locate(card);
    if (card === null || found === undefined) {
      this.#dragState.select(null);
      return;
    }
    event.preventDefault();
    focus(card);
    stage.setPointerCapture(event.pointerId);
    const pixels = square * found.scale;
    this.#pressed = {
      id: event.pointerId,
      card,
      ...point,
      dx: under === null ? 0 : (point.x - found.x) / pixels,
      dy: under === null ? 0 : (point.y - found.y) / pixels,
      second: null,
      angle: 0,
      isTap: under !== null,
    };
  };

  readonly move = (event: PointerEvent): void => {
    const pressed = this.#pressed;
    if (pressed === null || !this.#pointers.has(event.pointerId)) {
      return;
    }
    const point = this.#pointOf(event);
    this.#pointers.set(event.pointerId, point);
    this.#turnByTwist(pressed);
    if (event.pointerId === pressed.id) {
      this.#dragState.isDragging ||= Math.hypot(point.x - pressed.x, point.y - pressed.y) > TAP_DISTANCE_PX;
      if (this.#dragState.isDragging) {
        this.#dragTo(pressed, point);
      }
    }
  };

  readonly up = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    if (this.#pressed?.second === event.pointerId) {
      this.#pressed.second = null;
    }
    if (this.#pressed?.id !== event.pointerId) {
      return;
    }
    const { card, isTap } = this.#pressed;
    this.#pressed = null;
    if (this.#dragState.isDragging) {
      this.#dragState.drop();
    } else if (isTap) {
      this.#dragState.tap(card, event.timeStamp);
    }
  };

  readonly wheel = (event: WheelEvent): void => {
    const card = this.#dragState.carried?.card ?? this.#cardUnder(event);
    if (card === null || !this.#board().mayMove) {
      return;
    }
    event.preventDefault();
    const by = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1);
    this.#wheelTotal += by;
    if (Math.abs(by) >= WHEEL_NOTCH_PX || Math.abs(this.#wheelTotal) >= TOUCHPAD_SWIPE_PX) {
      this.#dragState.turn(card, Math.sign(this.#wheelTotal));
      this.#wheelTotal = 0;
    }
  };

  #pointOf(event: PointerEvent): Point {
    const { left, top } = this.#board().stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** Return the card under the pointer: the selected one if it is there, and the topmost one if not. */
  #cardUnder(event: MouseEvent): CardText | null {
    const { selected } = this.#dragState;
    const cards = document
      .elementsFromPoint(event.clientX, event.clientY)
      .flatMap((element) => (element instanceof HTMLElement ? (element.dataset["card"] ?? []) : []));
    return (selected !== null && cards.includes(selected) ? selected : cards[0]) ?? null;
  }

  #dragTo({ card, dx, dy }: CardPointer, point: Point): void {
    const { square, mat } = this.#board();
    const { flip, turn } = this.#dragState.carried ?? this.#dragState.orientationOf(card);
    const own = sizeOf({ flip, turn });
    const [x, y] = [point.x / square - dx, point.y / square - dy];
    const at = { card, flip, turn, x: x - own.width / 2 + mat.x, y: y - own.height / 2 + mat.y };
    this.#dragState.carryTo(at, x < mat.width + 0.5 && y < mat.height + 0.5);
  }

  /** Turn the card by a quarter for every eighth that two fingers turn. */
  #turnByTwist(pointer: CardPointer): void {
    const [first, second] = [this.#pointers.get(pointer.id), this.#pointers.get(pointer.second ?? -1)];
    if (first && second) {
      const angle = angleBetween(first, second);
      const by = ((angle - pointer.angle + 540) % 360) - 180;
      if (Math.abs(by) > 45) {
        pointer.angle = angle;
        pointer.isTap = false;
        this.#dragState.turn(pointer.card, Math.sign(by));
      }
    }
  }
}

function angleBetween(one: Point, other: Point): number {
  return (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
}
