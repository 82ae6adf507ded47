/** A game of Cover Me that is over, as its table is drawn step by step. */
import type { Chapter } from "../replay/walk";
import { text } from "../text/text.svelte";
import type { Replay } from "../wire";
import { sitting, viewOf, type View } from "./view";
import { capital } from "./words";

/** The table after that step, from the viewer's side; everybody is spoken of by name. */
export function viewAt({ arrangement, players, steps }: Replay, number: number): View | null {
  const step = steps[number];
  if (step?.public.game !== "cover-me" || arrangement.game !== "cover-me") {
    return null;
  }
  const secret = step.private?.game === "cover-me" ? step.private : null;
  const faceUp = step.face_up?.game === "cover-me" ? step.face_up : null;
  const view = viewOf(step.public, secret, players.map(sitting), arrangement, faceUp);
  return { ...view, players: view.players.map((player) => ({ ...player, isYou: false })) };
}

/** The seasons, each from the step with which it began. */
export function seasonsOf({ steps }: Replay): Chapter[] {
  return steps.flatMap(({ events }, step) =>
    events.flatMap((event) =>
      event.event === "season_began"
        ? [
            {
              step,
              name: text("web.replay.season", { season: capital(text(`season.${event.season}`)), year: event.year }),
            },
          ]
        : [],
    ),
  );
}
