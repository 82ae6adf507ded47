/**
 * Animate cards after the table has changed (FLIP technique): a card moves from its old position to the new one, and a card that
 * was not visible before is turned over.
 */

const MOVE: KeyframeAnimationOptions = { duration: 420, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
const TURN: KeyframeAnimationOptions = { duration: 320, easing: "ease-out" };

/** The positions of the cards, measured before the table changes. */
export type CardPositions = ReadonlyMap<string, DOMRect>;

/** Return the cards that are visible. */
function cardsIn(table: Element): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>("[data-card]")].filter((node) => node.offsetWidth > 0);
}

/** Return the positions of the visible cards. */
export function measureCards(table: Element): CardPositions {
  return new Map(cardsIn(table).map((node) => [node.dataset["card"] ?? "", node.getBoundingClientRect()]));
}

/** Move every card from its old position to the new one. */
export function animateCards(table: Element, before: CardPositions): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    return;
  }
  const cards = cardsIn(table);
  // A card that still moves or turns would be measured on its way: narrow, or even without a width.
  cards.forEach((node) => node.getAnimations().forEach((animation) => animation.cancel()));
  // Measure all cards before animating any: measuring after a change would force a layout each time.
  const after = cards.map((node) => [node, node.getBoundingClientRect()] as const);
  for (const [node, to] of after) {
    const from = before.get(node.dataset["card"] ?? "");
    if (from === undefined) {
      node.animate([{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }], TURN);
    } else if (Math.hypot(from.x - to.x, from.y - to.y) > 1) {
      const x = from.x - to.x + (from.width - to.width) / 2;
      const y = from.y - to.y + (from.height - to.height) / 2;
      const start = `translate(${x}px, ${y}px) scale(${(from.width || to.width) / to.width})`;
      // Raise the card meanwhile. Animating z-index would take the animation off the compositor.
      node.style.zIndex = "3";
      node.animate([{ transform: start }, { transform: "none" }], MOVE).onfinish = () => {
        node.style.zIndex = "";
      };
    }
  }
}
