/** Loads the messages about finished games before the components that show them are created: import it for its effect. */
import catalog from "virtual:finished-catalogs";
import { addCatalog } from "./text.svelte";

await addCatalog(catalog);
