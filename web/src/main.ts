import "./design/type.css";
import "./design/tokens.css";
import "./design/page.css";
import "./design/form.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { soundAsBefore } from "./design/sound.svelte";
import { wearPreferred } from "./design/theme.svelte";
import { speakPreferred } from "./text/text.svelte";

wearPreferred();
soundAsBefore();
await speakPreferred();
mount(App, { target: document.getElementById("app")! });
