/** Loads the messages of the proof before its components are created: import it for its effect. */
import messages from "virtual:fair";
import { loadTexts } from "../text/text.svelte";

await loadTexts(messages);
