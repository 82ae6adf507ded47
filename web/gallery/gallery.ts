/** Shows the screens of the client without a server: gallery/?screen=table&fixture=standard-place-1&language=nl */
import "../src/design/type.css";
import "../src/design/tokens.css";
import "../src/design/page.css";
import "../src/design/form.css";
import { mount } from "svelte";
import HandoverScreen from "../src/table/HandoverScreen.svelte";
import type { Language } from "../src/text/languages";
import { setLanguage } from "../src/text/text.svelte";
import ContactSheet from "./ContactSheet.svelte";
import CoverUpReplayScreen from "./CoverUpReplayScreen.svelte";
import CoverUpScreen from "./CoverUpScreen.svelte";
import type { Fixture } from "./cover-me-fixture";
import CoverMeScreen from "./CoverMeScreen.svelte";
import BoardScreen from "./BoardScreen.svelte";
import CoverMeReplayScreen from "./CoverMeReplayScreen.svelte";
import LobbyScreen from "./LobbyScreen.svelte";

const parameters = new URLSearchParams(location.search);
const target = document.getElementById("app")!;
await setLanguage((parameters.get("language") ?? "en") as Language);

switch (parameters.get("screen")) {
  case "cards":
    mount(ContactSheet, { target });
    break;
  case "light-table":
    mount(BoardScreen, { target });
    break;
  case "handover": {
    const main = target.appendChild(document.createElement("main"));
    mount(HandoverScreen, { target: main, props: { name: "Bo", take: () => undefined, showTable: () => undefined } });
    break;
  }
  case "lobby":
    mount(LobbyScreen, { target });
    break;
  case "replay":
    mount(CoverMeReplayScreen, { target });
    break;
  case "cover-up":
    mount(CoverUpScreen, {
      target,
      props: { moment: parameters.get("moment") ?? "laying", at: Number(parameters.get("at") ?? 0) },
    });
    break;
  case "cover-up-replay":
    mount(CoverUpReplayScreen, { target });
    break;
  default: {
    const name = parameters.get("fixture") ?? "standard-place-1";
    const fixture = (await import(`../fixtures/${name}.json`)) as { default: Fixture };
    mount(CoverMeScreen, { target, props: { fixture: fixture.default } });
  }
}
