/** Cover Me, as the pages know it. */
import type { Connection } from "../connection/connection";
import type { GameClient } from "../games/client";
import { GAME_DATA } from "../games/data";
import { text, type Key } from "../text/text.svelte";
import type { Public } from "../wire";
import Fan from "./cards/Fan.svelte";
import SvgDefinitions from "./cards/SvgDefinitions.svelte";
import { deal } from "./deal";
import HintButton from "./HintButton.svelte";
import LiveTable from "./LiveTable.svelte";
import { afterFirstGame, forPlayers, LENGTHS, optionFields, quickGame, type Length } from "./options";
import RulePicture from "./RulePicture.svelte";
import SoloEntries from "./SoloEntries.svelte";

export const coverMe: GameClient = {
  id: "cover-me",
  name: "Cover Me",
  ...GAME_DATA["cover-me"],
  defaultPlayers: 4,
  opponents: 3,
  firstLevel: "gentle",
  lengths: LENGTHS,
  lengthName: (length) => text(`option.length.${length as Length}`),
  quickGame,
  afterFirstGame,
  optionFields,
  forPlayers,
  unusedSettings: [],
  Picture: Fan,
  RulePicture,
  HintButton,
  SvgDefinitions,
  Table: LiveTable,
  replay: () => import("./CoverMeReplay.svelte"),
  review: () => import("./review/CoverMeReview.svelte"),
  sounds: [
    ["featured", "seasonEnd"],
    ["revealed", "reveal"],
  ],
  deal,
  passAndPlay: { phaseKey },
  tutorial: { path: "/tutorial", title: "web.tutorial" },
  coach: { task, choices: ":is(.choice, .bar .button)[aria-pressed]", clear: ".hand li, .bar .first" },
  pages: {
    "/tutorial": () => import("./tutorial/TutorialPage.svelte"),
    "/alone/trends": () => import("./companion/TrendCounterPage.svelte"),
    "/alone/place": () => import("./training/PlacePage.svelte"),
    "/alone/mine": () => import("./training/MinePage.svelte"),
  },
  SoloEntries,
  companion: { path: "/alone/trends", title: "web.alone.box.me" },
};

function phaseKey(shown: Public): string {
  return shown.game === "cover-me" ? `${shown.year} ${shown.season} ${shown.month} ${shown.phase}` : "";
}

/** Return the message about the decision that the player is asked for. */
function task({ public: shown, private: own }: Connection): Key | null {
  const decision = shown?.game === "cover-me" && (own?.legal.length ?? 0) > 0 ? shown.decision : null;
  return decision === null ? null : `web.coach.cover-me.${decision}`;
}
