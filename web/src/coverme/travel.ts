/**
 * Cards travel: whatever lies elsewhere after a change of the table than before is moved there, and a card that was not to be
 * seen before is turned face up, all of them together.
 */

const TRAVEL: KeyframeAnimationOptions = { duration: 420, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
const TURN: KeyframeAnimationOptions = { duration: 320, easing: "ease-out" };

/** Where the cards lie, by card; asked for before the table changes. */
export type Places = ReadonlyMap<string, DOMRect>;

/** The cards that are drawn. */
function cardsIn(table: Element): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>("[data-card]")].filter((node) => node.offsetWidth > 0);
}

export function placesIn(table: Element): Places {
  return new Map(cardsIn(table).map((node) => [node.dataset["card"] ?? "", node.getBoundingClientRect()]));
}

/** Move every card from where it was. */
export function travel(table: Element, before: Places): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    return;
  }
  // All are asked where they lie before any is moved: each answer after a move would cost the page a new look at all.
  const after = cardsIn(table).map((node) => [node, node.getBoundingClientRect()] as const);
  for (const [node, to] of after) {
    const from = before.get(node.dataset["card"] ?? "");
    if (from === undefined) {
      node.animate([{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }], TURN);
    } else if (Math.hypot(from.x - to.x, from.y - to.y) > 1) {
      const x = from.x - to.x + (from.width - to.width) / 2;
      const y = from.y - to.y + (from.height - to.height) / 2;
      const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
      // Above the others meanwhile; were that part of the animation, the page had to draw every step of it itself.
      node.style.zIndex = "3";
      node.animate([{ transform: start }, { transform: "none" }], TRAVEL).onfinish = () => {
        node.style.zIndex = "";
      };
    }
  }
}
