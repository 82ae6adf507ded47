/** Files that are loaded later are simply loaded: none of them has styles or parts that would have to be loaded along with it. */
import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

/** A plugin that puts nothing in the place of Vite's code for that. */
export function preload(): Plugin {
  return {
    name: "covergames-preload",
    enforce: "pre",
    load(id) {
      return id === HELPER ? "export const __vitePreload = (load) => load();" : undefined;
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && file.isDynamicEntry && file.imports.length > 0) {
          this.error(`${file.fileName} needs ${file.imports.join(", ")} along with it`);
        }
      }
    },
  };
}
