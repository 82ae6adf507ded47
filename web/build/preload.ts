/** A Vite plugin that removes Vite's preload helper: no dynamically imported file has styles or imports to preload. */
import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

/** Return the plugin. It fails the build if such a file has imports after all. */
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
          this.error(`${file.fileName} imports ${file.imports.join(", ")}, which would have to be preloaded`);
        }
      }
    },
  };
}
