/** The victory of a person, which everybody at the table celebrates when the game ends. */
import type { Connection } from "../connection/connection";

type Known = Pick<Connection, "public" | "table">;

/** Return whether the game ended between two states of a connection, and a person won it, alone or with others. */
export function isVictory(before: Known, now: Known): boolean {
  const result = now.public?.result ?? null;
  if (before.public === null || before.public.result !== null || result === null) {
    return false;
  }
  return result.places.some((place, seat) => place === 1 && now.table?.seats[seat]?.bot === null);
}

/** Create it while the page is created. */
export class Victory {
  /** Whether a person won while this page was open. */
  isCelebrated = $state(false);

  constructor(connection: () => Connection | null) {
    let before: Connection | null = null;
    $effect(() => {
      const now = connection();
      if (now !== null && before !== null && isVictory(before, now)) {
        this.isCelebrated = true;
      }
      before = now;
    });
  }
}
