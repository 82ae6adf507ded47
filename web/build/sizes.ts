/** A Vite plugin that prints the compressed sizes, and fails the build if scripts and styles exceed the budget. */
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** The limit for all scripts and styles in one language, after gzip. */
const BUDGET_BYTES = 140_000;

/** The id of a module that contains the messages or the rules of one language. */
const CATALOG = /virtual:(messages|rules)\//;

/** Return the plugin. */
export function sizes(): Plugin {
  return {
    name: "covergames-sizes",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.values(bundle).map((file) => {
        const content = file.type === "chunk" ? file.code : file.source;
        const catalog = file.type === "chunk" ? CATALOG.exec(file.facadeModuleId ?? "")?.[1] : undefined;
        // The server compresses with the same level.
        return { name: file.fileName, bytes: gzipSync(content, { level: 9 }).length, catalog };
      });
      const counted = files.filter(({ name }) => /\.(js|css)$/.test(name));
      // A browser loads each catalog in one language, so only the largest counts.
      const shared = counted.filter(({ catalog }) => catalog === undefined).map(({ bytes }) => bytes);
      const largest = ["messages", "rules"].map((kind) =>
        Math.max(...counted.filter(({ catalog }) => catalog === kind).map(({ bytes }) => bytes)),
      );
      const total = [...shared, ...largest].reduce((sum, bytes) => sum + bytes, 0);
      for (const { name, bytes } of files.sort((one, other) => other.bytes - one.bytes)) {
        this.info(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
      }
      this.info(
        `${(total / 1000).toFixed(1).padStart(7)} kB  scripts and styles in one language, gzip; budget ${BUDGET_BYTES / 1000} kB`,
      );
      if (total > BUDGET_BYTES) {
        this.error(`scripts and styles are ${total} bytes after gzip; the budget is ${BUDGET_BYTES}`);
      }
    },
  };
}
