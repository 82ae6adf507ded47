/** Gives the service worker the files of the build that it is part of, and the build a name. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** What the worker is called, beside index.html: the server shows it under /alone/. */
export const WORKER = "worker.js";

/** A plugin that fills the worker in at the end of a build. */
export function offline(): Plugin {
  return {
    name: "covergames-offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`)
        .sort();
      const build = `covergames-${createHash("sha256").update(files.join()).digest("hex").slice(0, 12)}`;
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") {
        this.error(`there is no ${WORKER} in the build`);
      }
      worker.code = worker.code.replace(/\bOFFLINE\b/, JSON.stringify({ build, files }));
    },
  };
}
