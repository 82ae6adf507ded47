/** Opening a table and sitting down at it. */
import { router, tablePath } from "../router.svelte";
import { join, openTable } from "../server/api";
import { keepName, keepSeat } from "../server/seats";
import { planned, type Plan } from "../table/plan";
import type { Arrangement, Settings } from "../wire";

export interface Wanted {
  arrangement: Arrangement;
  settings: Partial<Settings>;
  title: string;
  name: string;
  plan: Omit<Plan, "table">;
}

/** Open the table, take the first seat, and go there. */
export async function openAndSit({ arrangement, settings, title, name, plan }: Wanted): Promise<void> {
  const { table, host_token } = await openTable(arrangement, settings, title);
  const { token } = await join(table, name, host_token);
  keepName(name);
  keepSeat({ table, token, game: arrangement.game, title, at: Date.now() });
  planned({ table, ...plan });
  router.go(tablePath(table));
}
