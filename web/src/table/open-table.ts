/** Open a table and take seats at it. */
import type { GameClient, Level } from "../games/client";
import { isFirstGame, quickGame, rememberGame } from "../games/quick-game";
import { router, tablePath } from "../router.svelte";
import { joinTable, openTable } from "../server/api";
import { savedName, saveName, saveSeat, type LocalSeat } from "../server/seats";
import { text } from "../text/text.svelte";
import type { Arrangement, Settings } from "../wire";
import { fairLevel } from "./fair-level.svelte";
import { rememberSetup } from "./setup.svelte";

/** How long a game against bots, or at one device, is kept while nobody plays it: 30 days. */
const KEPT_SECONDS = 30 * 24 * 3600;

export interface NewTable {
  arrangement: Arrangement;
  settings: Partial<Settings>;
  title: string;
  /** The name of the person who opens the table. */
  name: string;
  /** The server's name of the bot in each seat. Null: the seat is for a person. */
  bots: readonly (string | null)[];
  /** The other people at this device and their seats. */
  localSeats?: readonly Omit<LocalSeat, "token">[];
  /** Whether the game begins as soon as it can. */
  startsAtOnce: boolean;
}

/** Open the table, take the first seat and the seats of the other people at this device, and go to the table's page. */
export async function openAndSit(wanted: NewTable): Promise<void> {
  const { arrangement, settings, title, name, bots, startsAtOnce } = wanted;
  // A game in which nobody else waits is kept for as long as the server allows.
  const kept = startsAtOnce ? { ...settings, abandoned_after: KEPT_SECONDS } : settings;
  const { table, host_token } = await openTable(arrangement, kept, title);
  const { token, seat } = await joinTable(table, name, { token: host_token, seat: 0 });
  saveName(name);
  // Each seat is saved as soon as it is taken: if a later request fails, this browser can still return to the table.
  let localSeats: LocalSeat[] = [];
  const saveSeats = (): void =>
    saveSeat({ table, token, game: arrangement.game, title, at: Date.now(), seat, localSeats });
  saveSeats();
  for (const other of wanted.localSeats ?? []) {
    const joined = await joinTable(table, other.name, { seat: other.seat });
    localSeats = [...localSeats, { ...other, token: joined.token }];
    saveSeats();
  }
  rememberSetup({ table, bots, startsAtOnce });
  router.go(tablePath(table));
}

/** Start the game against bots that the player has chosen, or against bots of this level. */
export async function playNow(client: GameClient, level?: Level): Promise<void> {
  const chosen = quickGame(client);
  const bot = client.bots[level ?? chosen.level ?? fairLevel(client)];
  const bots = [null, ...Array<string>(chosen.players - 1).fill(bot)];
  await openAndSit({
    arrangement: client.quickGame(chosen.players, { length: chosen.length, isFirst: isFirstGame(client) }),
    settings: {},
    title: "",
    name: savedName() || text("web.name.default"),
    bots,
    startsAtOnce: true,
  });
  rememberGame(client);
}
