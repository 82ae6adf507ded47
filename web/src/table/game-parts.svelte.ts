import type { Connection } from "../connection/connection";

const PARTS = ["public", "private", "table", "arrangement", "history", "news"] as const;

/** The parts of a connection that a game is drawn from. */
export type GameParts = Pick<Connection, (typeof PARTS)[number]>;

/**
 * Return the parts of a connection as separate reactive values: most messages leave most parts unchanged, and then nothing that
 * depends on them is drawn again.
 */
export function gameParts(connection: () => Connection): GameParts {
  const parts = {};
  for (const part of PARTS) {
    const value = $derived(connection()[part]);
    Object.defineProperty(parts, part, { get: () => value });
  }
  return parts as GameParts;
}
