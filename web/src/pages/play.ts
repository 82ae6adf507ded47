/** Opening a table and sitting down at it. */
import type { Game } from "../game";
import { router, tablePath } from "../router.svelte";
import { join, openTable } from "../server/api";
import { keepName, keepSeat, keptName, type Beside } from "../server/seats";
import type { Level } from "../table/bots";
import { planned } from "../table/plan";
import { text } from "../text/text.svelte";
import type { Arrangement, Settings } from "../wire";

export interface Wanted {
  arrangement: Arrangement;
  settings: Partial<Settings>;
  title: string;
  name: string;
  /** The level of the bot in each seat; null: a person's seat. */
  bots: readonly (Level | null)[];
  /** Who else sits at this device, and where. */
  beside?: readonly Omit<Beside, "token">[];
  /** Whether the game begins as soon as it can. */
  isStarting: boolean;
}

/** Open the table, take the first seat and those of the others at this device, and go there. */
export async function openAndSit(wanted: Wanted): Promise<void> {
  const { arrangement, settings, title, name, bots, isStarting } = wanted;
  const { table, host_token } = await openTable(arrangement, settings, title);
  const { token, seat } = await join(table, name, { token: host_token, seat: 0 });
  keepName(name);
  // Each seat is kept as soon as it is taken: whatever is refused later, the table can be gone back to.
  let beside: Beside[] = [];
  const keep = (): void => keepSeat({ table, token, game: arrangement.game, title, at: Date.now(), seat, beside });
  keep();
  for (const other of wanted.beside ?? []) {
    beside = [...beside, { ...other, token: (await join(table, other.name, { seat: other.seat })).token }];
    keep();
  }
  planned({ table, bots, isStarting });
  router.go(tablePath(table));
}

/** A game against bots of middling strength, at once. */
export function playAtOnce(game: Game): Promise<void> {
  const bots: (Level | null)[] = game === "cover-me" ? [null, "medium", "medium", "medium"] : [null, "easy", "easy"];
  const arrangement: Arrangement = { game, players: bots.length, options: {} };
  const name = keptName() || text("web.name.default");
  return openAndSit({ arrangement, settings: {}, title: "", name, bots, isStarting: true });
}
