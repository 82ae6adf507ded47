import "./design/type.css";
import "./design/tokens.css";
import "./design/page.css";
import "./design/form.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { restorePace } from "./design/pace.svelte";
import { restoreSound } from "./design/sound.svelte";
import { applySavedTheme } from "./design/theme.svelte";
import { router } from "./router.svelte";
import { loadPreferredLanguage } from "./text/text.svelte";

applySavedTheme();
restoreSound();
restorePace();
router.start();
await loadPreferredLanguage();
mount(App, { target: document.getElementById("app")! });
