/** The client's screens without a server: gallery/?screen=table&fixture=standard-place-1&language=nl */
import "../src/design/type.css";
import "../src/design/tokens.css";
import "../src/design/page.css";
import "../src/design/form.css";
import { mount } from "svelte";
import Curtain from "../src/table/Curtain.svelte";
import { speak, type Language } from "../src/text/text.svelte";
import ContactSheet from "./ContactSheet.svelte";
import CoverUpLookedBack from "./CoverUpLookedBack.svelte";
import CoverUpMoment from "./CoverUpMoment.svelte";
import type { Fixture } from "./fixture";
import FixtureTable from "./FixtureTable.svelte";
import LightTable from "./LightTable.svelte";
import Replaying from "./Replaying.svelte";
import Waiting from "./Waiting.svelte";

const asked = new URLSearchParams(location.search);
const target = document.getElementById("app")!;
await speak((asked.get("language") ?? "en") as Language);

switch (asked.get("screen")) {
  case "cards":
    mount(ContactSheet, { target });
    break;
  case "light-table":
    mount(LightTable, { target });
    break;
  case "curtain": {
    const main = target.appendChild(document.createElement("main"));
    mount(Curtain, { target: main, props: { name: "Bo", take: () => undefined, look: () => undefined } });
    break;
  }
  case "lobby":
    mount(Waiting, { target });
    break;
  case "replay":
    mount(Replaying, { target });
    break;
  case "cover-up":
    mount(CoverUpMoment, {
      target,
      props: { moment: asked.get("moment") ?? "laying", at: Number(asked.get("at") ?? 0) },
    });
    break;
  case "cover-up-replay":
    mount(CoverUpLookedBack, { target });
    break;
  default: {
    const name = asked.get("fixture") ?? "standard-place-1";
    const fixture = (await import(`../fixtures/${name}.json`)) as { default: Fixture };
    mount(FixtureTable, { target, props: { fixture: fixture.default } });
  }
}
