/** Replays of Cover Me. */
import type { Chapter } from "../replay/navigation";
import { presentPlace } from "../table/players";
import { capitalize } from "../text/capitalize";
import { text } from "../text/text.svelte";
import type { Replay } from "../wire";
import { viewOf, type View } from "./view";

/** Return the table after a step, as the viewer saw it. All players are called by name, never "you". */
export function viewAt({ arrangement, players, steps }: Replay, number: number): View | null {
  const step = steps[number];
  if (step?.public.game !== "cover-me" || arrangement.game !== "cover-me") {
    return null;
  }
  const privateView = step.private?.game === "cover-me" ? step.private : null;
  const faceUp = step.face_up?.game === "cover-me" ? step.face_up : null;
  const view = viewOf(step.public, privateView, players.map(presentPlace), arrangement, faceUp);
  return { ...view, players: view.players.map((player) => ({ ...player, isYou: false })) };
}

/** Return the seasons as chapters. */
export function seasonsOf({ steps }: Replay): Chapter[] {
  return steps.flatMap(({ events }, step) =>
    events.flatMap((event) =>
      event.event === "season_began"
        ? [
            {
              step,
              name: text("web.replay.season", { season: capitalize(text(`season.${event.season}`)), year: event.year }),
            },
          ]
        : [],
    ),
  );
}
