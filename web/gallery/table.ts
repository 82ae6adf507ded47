/** A table from a fixture: table.html?fixture=standard-place-1&language=nl */
import "../src/design/type.css";
import "../src/design/tokens.css";
import "../src/design/page.css";
import { mount } from "svelte";
import { speak, type Language } from "../src/text/text.svelte";
import FixtureTable from "./FixtureTable.svelte";
import type { Fixture } from "./fixture";

const asked = new URLSearchParams(location.search);
const name = asked.get("fixture") ?? "standard-place-1";
await speak((asked.get("language") ?? "en") as Language);
const fixture = (await import(`../fixtures/${name}.json`)) as { default: Fixture };
mount(FixtureTable, { target: document.getElementById("app")!, props: { fixture: fixture.default } });
