/** What is heard at a table, as it happens. */
import type { Connection } from "../connection/connection";
import { play, type Sound } from "../design/sound.svelte";

type Heard = Pick<Connection, "news" | "chat" | "private" | "sequence">;

/** The sound of what has happened; null: nothing to be heard. */
export function soundOf(before: Heard, now: Heard): Sound | null {
  const events = now.news.map(({ event }) => event);
  if (events.includes("game_ended")) {
    return "over";
  }
  if (events.includes("featured")) {
    return "season";
  }
  if (events.includes("round_scored")) {
    return "up";
  }
  if (events.includes("flipped")) {
    return "flip";
  }
  if (events.includes("revealed")) {
    return "reveal";
  }
  if (mayDecide(now) && !mayDecide(before)) {
    return "turn";
  }
  return now.chat.length > before.chat.length ? "said" : null;
}

function mayDecide(now: Heard): boolean {
  return (now.private?.legal.length ?? 0) > 0;
}

/** Let the table be heard, for as long as the page is there. */
export function hear(connection: () => Connection | null): void {
  let before: Connection | null = null;
  $effect(() => {
    const now = connection();
    if (now !== null && before !== null && before.sequence > 0 && now.sequence > before.sequence) {
      const sound = soundOf(before, now);
      if (sound !== null) {
        play(sound);
      }
    }
    before = now;
  });
}
