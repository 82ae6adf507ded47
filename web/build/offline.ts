/** A Vite plugin that tells the service worker the files and the name of its build. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** The file name of the worker, beside index.html. */
export const WORKER = "worker.js";

/** Return the plugin. */
export function offline(): Plugin {
  return {
    name: "covergames-offline",
    apply: "build",
    enforce: "post", // after Vite has removed files that contain nothing
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/") && !name.endsWith(".png")) // no page shows the icons
        .map((name) => `/${name}`)
        .sort();
      const build = `covergames-${createHash("sha256").update(files.join()).digest("hex").slice(0, 12)}`;
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") {
        this.error(`the build contains no ${WORKER}`);
      }
      worker.code = worker.code.replace(/\bOFFLINE\b/, JSON.stringify({ build, files }));
    },
  };
}
