/** The sounds of a live table. */
import type { Connection } from "../connection/connection";
import { play, type Sound } from "../design/sound.svelte";
import type { GameClient } from "../games/client";
import { mayDecide } from "./turn-signals.svelte";

type Audible = Pick<Connection, "news" | "chat" | "private" | "sequence">;

/** Return the sound for what has happened between two states of a connection. Null: silence. */
export function soundOf(before: Audible, now: Audible, sounds: GameClient["sounds"]): Sound | null {
  const events = now.news.map(({ event }) => event);
  if (events.includes("game_ended")) {
    return "gameOver";
  }
  const heard = sounds.find(([event]) => events.includes(event));
  if (heard !== undefined) {
    return heard[1];
  }
  if (mayDecide(now) && !mayDecide(before)) {
    return "turn";
  }
  return now.chat.length > before.chat.length ? "chat" : null;
}

/** Play the sounds of the table while the page is open. Call it while the page is created. */
export function playTableSounds(connection: () => Connection | null, client: () => GameClient | null): void {
  let before: Connection | null = null;
  $effect(() => {
    const now = connection();
    if (now !== null && before !== null && before.sequence > 0 && now.sequence > before.sequence) {
      const sound = soundOf(before, now, client()?.sounds ?? []);
      if (sound !== null) {
        play(sound);
      }
    }
    before = now;
  });
}
