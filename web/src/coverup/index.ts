/** Cover Up, as the pages know it. */
import type { GameClient } from "../games/client";
import { GAME_DATA } from "../games/data";
import Films from "./cards/Films.svelte";
import CoverUpReplay from "./CoverUpReplay.svelte";
import { deal } from "./deal";
import LiveTable from "./LiveTable.svelte";
import { optionFields } from "./options";
import SoloEntries from "./solo/SoloEntries.svelte";

export const coverUp: GameClient = {
  id: "cover-up",
  name: "Cover Up",
  ...GAME_DATA["cover-up"],
  defaultPlayers: 3,
  opponents: 2,
  firstLevel: "novice",
  optionFields,
  forPlayers: (arrangement, players) => ({ ...arrangement, players }),
  unusedSettings: ["decision_time"],
  Picture: Films,
  SvgDefinitions: null,
  Table: LiveTable,
  Replay: CoverUpReplay,
  sounds: [
    ["round_scored", "timeUp"],
    ["flipped", "flip"],
  ],
  deal,
  passAndPlay: null,
  tutorial: null,
  pages: {
    "/alone/daily": () => import("./solo/DailyPage.svelte"),
    "/alone/practice": () => import("./solo/PracticePage.svelte"),
    "/alone/hourglass": () => import("./companion/HourglassPage.svelte"),
    "/alone/solve": () => import("./box/SolvePage.svelte"),
    "/alone/deck": () => import("./box/DeckPage.svelte"),
  },
  SoloEntries,
  companion: { path: "/alone/hourglass", title: "web.alone.box.up" },
};
