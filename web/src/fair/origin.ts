/** The game that a record's game continues. */
import type { Origin } from "../wire";
import type { GameRecord } from "./record";
import { canonical, digest } from "./seen";

/** Return the game that this one continues. Null: none. */
export function originOf({ meta }: GameRecord): Origin | null {
  return meta?.origin === undefined ? null : (JSON.parse(meta.origin) as Origin);
}

/** Return the SHA-256 of a game up to an event: options, shuffles and decisions. */
export function digestOf({ game, players, options, start, events }: GameRecord, end: number): Promise<string> {
  const facts = { game, players: players.length, options, start: start ?? null, events: events.slice(0, end) };
  return digest(new Uint8Array(), canonical(facts));
}
