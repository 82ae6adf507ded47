/** Loads the messages of this folder before any of its components is created: import it for its effect. */
import messages from "virtual:training";
import { loadTexts } from "../text/text.svelte";

await loadTexts(messages);
