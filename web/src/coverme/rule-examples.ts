/** The examples that the rules show as pictures. */
import type { Card } from "./card";
import type { Counts } from "./wire";

/** The tracks of a winter: red-brown, long and striped are trends. */
export const EXAMPLE_TRACKS: Counts = {
  hair: { blonde: 2, "red-brown": 5, black: 4 },
  length: { short: 4, "semi-long": 2, long: 5 },
  pattern: { squared: 3, diamond: 2, striped: 6 },
};

/** Cards that show three trends, two and none. */
export const EXAMPLES = { three: "Rrlt", two: "Gklt", none: ["Ybsq", "Bkmd", "Rbmq"] } as const satisfies Record<
  string,
  Card | readonly Card[]
>;

/** A prestige stack worth 19 (CM-X2). */
export const EXAMPLE_STACK: readonly Card[] = ["Ybsq", "Yrmd", "Rklt", "Bbst", "Gkld", "Grmq", "Wblt"];
