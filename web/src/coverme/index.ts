/** Cover Me, as the pages know it. */
import type { GameClient } from "../games/client";
import { GAME_DATA } from "../games/data";
import type { Public } from "../wire";
import Fan from "./cards/Fan.svelte";
import SvgDefinitions from "./cards/SvgDefinitions.svelte";
import CoverMeReplay from "./CoverMeReplay.svelte";
import { deal } from "./deal";
import LiveTable from "./LiveTable.svelte";
import { forPlayers, optionFields } from "./options";

export const coverMe: GameClient = {
  id: "cover-me",
  name: "Cover Me",
  ...GAME_DATA["cover-me"],
  defaultPlayers: 4,
  opponents: 3,
  firstLevel: "gentle",
  optionFields,
  forPlayers,
  unusedSettings: [],
  Picture: Fan,
  SvgDefinitions,
  Table: LiveTable,
  Replay: CoverMeReplay,
  sounds: [
    ["featured", "seasonEnd"],
    ["revealed", "reveal"],
  ],
  deal,
  passAndPlay: { phaseKey },
  tutorial: "/tutorial",
  pages: {
    "/tutorial": () => import("./tutorial/TutorialPage.svelte"),
    "/alone/trends": () => import("./companion/TrendCounterPage.svelte"),
  },
  SoloEntries: null,
  companion: { path: "/alone/trends", title: "web.alone.box.me" },
};

function phaseKey(shown: Public): string {
  return shown.game === "cover-me" ? `${shown.year} ${shown.season} ${shown.month} ${shown.phase}` : "";
}
