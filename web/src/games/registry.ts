/** The games that the client knows. A new game is one more import and one more entry in `GAMES`. */
import { coverMe } from "../coverme";
import { coverUp } from "../coverup";
import type { GameClient, GameId, PageLoader } from "./client";

/** All games, in the order in which the home page shows them. */
export const GAMES: readonly GameClient[] = [coverMe, coverUp];

/** The title of pages that are about no particular game. */
export const SITE_TITLE = GAMES.map(({ name }) => name).join(" · ");

/** Return the game with this id. */
export function gameClient(id: GameId): GameClient {
  const found = GAMES.find((client) => client.id === id);
  if (found === undefined) {
    throw new Error(`there is no game ${id}`);
  }
  return found;
}

/** Return the game with this id, or the first of `games` if none has it. */
export function gameOrFirst(id: string | null, games: readonly GameClient[] = GAMES): GameClient | undefined {
  return games.find((client) => client.id === id) ?? games[0];
}

/** Return the name of the game with this id. */
export function gameName(id: string): string {
  return GAMES.find((client) => client.id === id)?.name ?? id;
}

/** Return the page that a game has at this path. Null: no game has one. */
export function gamePageAt(path: string): { client: GameClient; load: PageLoader } | null {
  for (const client of GAMES) {
    const load = client.pages[path];
    if (load !== undefined) {
      return { client, load };
    }
  }
  return null;
}
