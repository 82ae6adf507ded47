/** Cover Up, as the pages know it. */
import type { Connection } from "../connection/connection";
import type { GameClient } from "../games/client";
import { GAME_DATA } from "../games/data";
import type { Key } from "../text/text.svelte";
import Films from "./cards/Films.svelte";
import { deal } from "./deal";
import LiveTable from "./LiveTable.svelte";
import { afterFirstGame, optionFields, quickGame } from "./options";
import RulePicture from "./RulePicture.svelte";
import SoloEntries from "./solo/SoloEntries.svelte";

export const coverUp: GameClient = {
  id: "cover-up",
  name: "Cover Up",
  ...GAME_DATA["cover-up"],
  defaultPlayers: 3,
  opponents: 2,
  firstLevel: "novice",
  lengths: [],
  lengthName: () => "",
  quickGame,
  afterFirstGame,
  optionFields,
  forPlayers: (arrangement, players) => ({ ...arrangement, players }),
  unusedSettings: ["decision_time"],
  Picture: Films,
  RulePicture,
  HintButton: null,
  SvgDefinitions: null,
  Table: LiveTable,
  replay: () => import("./CoverUpReplay.svelte"),
  review: () => import("./review/CoverUpReview.svelte"),
  sounds: [
    ["round_scored", "timeUp"],
    ["flipped", "flip"],
  ],
  deal,
  passAndPlay: null,
  tutorial: { path: "/alone/lesson", title: "web.lesson" },
  coach: {
    task,
    choices: ".slot:not(.left), .locks .first:enabled, .give li button:enabled",
    clear: ".slot, .locks .first, .give li button, .give .first",
  },
  pages: {
    "/alone/daily": () => import("./solo/DailyPage.svelte"),
    "/alone/practice": () => import("./solo/PracticePage.svelte"),
    "/alone/storm": () => import("./solo/StormPage.svelte"),
    "/alone/lesson": () => import("./lesson/LessonPage.svelte"),
    "/alone/hourglass": () => import("./companion/HourglassPage.svelte"),
    "/alone/solve": () => import("./box/SolvePage.svelte"),
    "/alone/deck": () => import("./box/DeckPage.svelte"),
  },
  SoloEntries,
  companion: { path: "/alone/hourglass", title: "web.alone.box.up" },
};

/** Return the message about what the player has to do now: lay cards, flip the hourglass or give a card back. */
function task({ public: shown, private: own, you: { seat } }: Connection): Key | null {
  const side = shown?.game === "cover-up" && seat !== null ? shown.seats[seat] : undefined;
  if (shown?.game !== "cover-up" || side === undefined) {
    return null;
  }
  if (shown.phase === "give-back") {
    return (own?.legal.length ?? 0) > 0 ? "web.coach.cover-up.give-back" : null;
  }
  if (shown.phase !== "lay" || side.locked || shown.flipped_by !== null) {
    return null;
  }
  const isFull = side.pile.length === side.hand.length;
  return side.pile.length === 0 ? "web.coach.cover-up.lay" : isFull ? "web.coach.cover-up.flip" : null;
}
