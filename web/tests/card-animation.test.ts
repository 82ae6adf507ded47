/** Moving cards, with nodes that behave like those of a browser: a card that is just being turned has no width. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { animateCards, measureCards } from "../src/coverme/card-animation";

class TurningCard {
  readonly dataset = { card: "Ybsq" };
  readonly style = { zIndex: "" };
  readonly offsetWidth = 84;
  isTurning = true;
  x = 0;
  moves: string[] = [];

  getBoundingClientRect(): { x: number; y: number; width: number; height: number } {
    return { x: this.x, y: 0, width: this.isTurning ? 0 : 84, height: 118 };
  }
  getAnimations(): { cancel: () => void }[] {
    return [{ cancel: () => (this.isTurning = false) }];
  }
  animate([from]: [{ transform: string }]): object {
    this.moves.push(from.transform);
    return {};
  }
}

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
afterEach(() => vi.unstubAllGlobals());

test("a card that is turned and moved at the same time keeps its size", () => {
  const card = new TurningCard();
  const table = { querySelectorAll: () => [card] } as unknown as Element;
  const before = measureCards(table);
  card.x = 200;
  animateCards(table, before);
  expect(card.moves).toEqual(["translate(-242px, 0px) scale(1)"]);
});
