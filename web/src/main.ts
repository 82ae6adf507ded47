import "./design/type.css";
import "./design/tokens.css";
import "./design/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speakPreferred } from "./text/text.svelte";

await speakPreferred();
mount(App, { target: document.getElementById("app")! });
