/** What "play now" starts: how many play, how strong the bots are, and how long it takes. It is saved in this browser. */
import { savedSeats } from "../server/seats";
import { browserStorage, readSaved, save, type KeyValueStorage } from "../storage";
import { LEVELS, type GameClient, type Level } from "./client";

export interface QuickGame {
  players: number;
  /** Null: the level that is fair to the player. */
  level: Level | null;
  /** One of the game's lengths. Null: the game has only one. */
  length: string | null;
}

type Game = Pick<GameClient, "id" | "opponents" | "lengths" | "players">;

const keyOf = ({ id }: Pick<GameClient, "id">): string => `covergames.quick.${id}`;
const playedKeyOf = ({ id }: Pick<GameClient, "id">): string => `covergames.played.${id}`;

/** Return the saved choice, or the game's own if there is none. */
export function quickGame(client: Game, storage: KeyValueStorage = browserStorage): QuickGame {
  const { players, lengths } = client;
  const isQuickGame = (value: unknown): value is QuickGame => {
    const saved = value as QuickGame | null;
    return (
      Number.isInteger(saved?.players) &&
      saved!.players >= players.min &&
      saved!.players <= players.max &&
      (saved!.level === null || LEVELS.includes(saved!.level)) &&
      (lengths[0] === undefined ? saved!.length === null : lengths.includes(saved!.length ?? ""))
    );
  };
  const usual = { players: client.opponents + 1, level: null, length: lengths[0] ?? null };
  return readSaved(keyOf(client), isQuickGame, usual, storage);
}

export function saveQuickGame(
  client: Pick<GameClient, "id">,
  game: QuickGame,
  storage: KeyValueStorage = browserStorage,
): void {
  save(keyOf(client), game, storage);
}

/** Return whether nobody has played this game in this browser yet. */
export function isFirstGame(client: Pick<GameClient, "id">, storage: KeyValueStorage = browserStorage): boolean {
  return storage.getItem(playedKeyOf(client)) === null && !savedSeats(storage).some(({ game }) => game === client.id);
}

/** Remember that somebody has played this game in this browser. */
export function rememberGame(client: Pick<GameClient, "id">, storage: KeyValueStorage = browserStorage): void {
  storage.setItem(playedKeyOf(client), "true");
}
