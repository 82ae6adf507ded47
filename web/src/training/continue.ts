/** Continue a finished game at a new table, in any seat, against bots. */
import { saveCommitment } from "../fair/saved-commitment";
import type { GameId, GameSource } from "../games/client";
import { router, tablePath } from "../router.svelte";
import { joinTable, request } from "../server/api";
import { savedName, saveSeat } from "../server/seats";
import { rememberSetup } from "../table/setup.svelte";
import { text } from "../text/text.svelte";
import type { Opened, Seat } from "../wire";

/** A position of a finished game. */
export interface Position {
  game: GameId;
  source: GameSource;
  /** How many decisions the game had had. */
  step: number;
  /** The names of the players. */
  players: readonly string[];
}

export interface Choice {
  seat: Seat;
  /** Whether the cards that the seat has not seen are dealt anew. */
  isAnew: boolean;
  /** The server's name of the bots in the other seats. */
  bot: string;
}

/** Return the path and the body of the request. */
export function continuationRequest(
  { source, step }: Position,
  { seat, isAnew }: Choice,
): [path: string, body: unknown] {
  const where = `continuations?step=${step}&seat=${seat}&anew=${isAnew}`;
  return "table" in source
    ? [`/api/tables/${encodeURIComponent(source.table)}/${where}`, undefined]
    : [`/api/${where}`, source.record];
}

/** Open the table, take the seat, and go to the table's page, which seats the bots and starts the game. */
export async function continueGame(position: Position, choice: Choice): Promise<void> {
  const { table, host_token, commitment } = await request<Opened>("POST", ...continuationRequest(position, choice));
  saveCommitment(table, { commitment });
  const name = savedName() || text("web.name.default");
  const { token, seat } = await joinTable(table, name, { token: host_token, seat: choice.seat });
  saveSeat({ table, token, game: position.game, title: "", at: Date.now(), seat });
  const bots = position.players.map((_, each) => (each === seat ? null : choice.bot));
  rememberSetup({ table, bots, startsAtOnce: true });
  router.go(tablePath(table));
}
