/** Loads the messages about finished games before the components of this folder are created: import it for its effect. */
import catalog from "virtual:finished-catalogs";
import { addCatalog } from "../text/text.svelte";

await addCatalog(catalog);
