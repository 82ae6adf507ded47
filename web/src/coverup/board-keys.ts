/** The keys that move cards on a board. */
import type { CardText } from "../wire";
import type { DragState } from "./drag-state.svelte";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return whether an arrow key moves a card. */
export function isArrow(key: string): boolean {
  return key in ARROWS;
}

/** Apply a key to the selected card, and return whether it has a meaning. */
export function applyKey(dragState: DragState, card: CardText, key: string, isBack: boolean): boolean {
  const arrow = ARROWS[key];
  if (arrow !== undefined) {
    dragState.nudge(card, ...arrow);
    return true;
  }
  switch (key.toLowerCase()) {
    case "r":
      dragState.turn(card, isBack ? -1 : 1);
      return true;
    case "f":
      dragState.flip(card);
      return true;
    case "enter":
    case " ":
      if (dragState.carried !== null) {
        dragState.drop();
      } else {
        dragState.nudge(card, 0, 0);
      }
      return true;
    case "escape":
      dragState.cancel();
      return true;
    case "backspace":
    case "delete":
      dragState.lift(card);
      return true;
    default:
      return false;
  }
}
