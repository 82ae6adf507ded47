/** What a popover can explain, found on the page by attributes. */

/** The parts of a table that are explained in words. */
export const SUBJECTS = ["tracks", "influence-row", "pile", "stack", "hand", "start"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Something that can be explained: a card, or a part of the table. */
export interface Explained {
  element: Element;
  card: string | null;
  subject: Subject | null;
}

const EXPLAINED = "[data-card], [data-explain]";

/** Return what an element shows. Null: nothing that has an explanation. */
function explainedBy(element: Element | null): Explained | null {
  const found = element?.closest<HTMLElement>(EXPLAINED);
  if (!found) {
    return null;
  }
  const { card = null, explain } = found.dataset;
  return { element: found, card, subject: SUBJECTS.find((subject) => subject === explain) ?? null };
}

/** Return what can be explained at a point of the screen. A button may lie over it. */
export function explainedAt(x: number, y: number): Explained | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = explainedBy(element);
    if (found) {
      return found;
    }
  }
  return null;
}

/** Return what can be explained where the focus is: the card beside a button, or the part that the button is in. */
export function explainedAtFocus(): Explained | null {
  const focused = document.activeElement;
  return explainedBy(focused?.parentElement?.querySelector(EXPLAINED) ?? focused);
}
