/**
 * The level of bots that is fair to the player of this browser. It rises by one when the player wins against bots of that level,
 * and falls by one when the player comes last. "Play now" seats bots of that level.
 */
import type { Connection } from "../connection/connection";
import { LEVELS, levelOf, type GameClient, type Level } from "../games/client";
import { browserStorage, type KeyValueStorage } from "../storage";
import type { Result } from "../wire";

type Game = Pick<GameClient, "id" | "firstLevel">;

const keyOf = ({ id }: Game): string => `covergames.level.${id}`;

/** Return the level of the next game; a new player begins with the game's first level. */
export function fairLevel(client: Game, storage: KeyValueStorage = browserStorage): Level {
  const saved = storage.getItem(keyOf(client));
  return LEVELS.find((level) => level === saved) ?? client.firstLevel;
}

/** Return the level after a game: one up for a victory, shared or not, and one down for the last place. */
export function levelAfter(level: Level, { places }: Result, seat: number): Level {
  const place = places[seat];
  const step = place === 1 ? 1 : place === Math.max(...places) ? -1 : 0;
  return LEVELS[LEVELS.indexOf(level) + step] ?? level;
}

/** Return the level after the game that ended between two states of a connection. A game counts if all rivals are bots of this level. */
export function adapted(
  level: Level,
  before: Pick<Connection, "public">,
  now: Pick<Connection, "public" | "table" | "you">,
  client: Pick<GameClient, "bots">,
): Level {
  const result = now.public?.result ?? null;
  const { seat } = now.you;
  if (before.public === null || before.public.result !== null || result === null || seat === null) {
    return level;
  }
  const rivals = now.table?.seats.filter((_, other) => other !== seat) ?? [];
  // A game that continues another one does not count.
  const isFair =
    now.table?.origin === undefined && rivals.every(({ bot }) => bot !== null && levelOf(client, bot) === level);
  return isFair ? levelAfter(level, result, seat) : level;
}

/** Adapt the level when the game at this table ends while the page is open. Call it while the page is created. */
export function adaptLevel(connection: () => Connection | null, client: () => GameClient | null): void {
  let before: Connection | null = null;
  $effect(() => {
    const now = connection();
    const game = client();
    if (now !== null && before !== null && game !== null) {
      const level = fairLevel(game);
      const next = adapted(level, before, now, game);
      if (next !== level) {
        browserStorage.setItem(keyOf(game), next);
      }
    }
    before = now;
  });
}
