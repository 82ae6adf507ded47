/** Prints what a browser downloads, compressed, and stops the build when script and style exceed the budget. */
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Script and style of the whole client in one language, in bytes after gzip. */
export const BUDGET = 120_000;

/** What a file is that holds a catalog: the client's messages, or the rules, in one language. */
const CATALOG = /virtual:(messages|rules)\//;

/** A plugin that reports sizes at the end of a build. */
export function sizes(): Plugin {
  return {
    name: "covergames-sizes",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.values(bundle).map((file) => {
        const content = file.type === "chunk" ? file.code : file.source;
        const catalog = file.type === "chunk" ? CATALOG.exec(file.facadeModuleId ?? "")?.[1] : undefined;
        // As the server packs it.
        return { name: file.fileName, bytes: gzipSync(content, { level: 9 }).length, catalog };
      });
      const counted = files.filter(({ name }) => /\.(js|css)$/.test(name));
      // Of each catalog a browser loads one language: the largest counts.
      const shared = counted.filter(({ catalog }) => catalog === undefined).map(({ bytes }) => bytes);
      const largest = ["messages", "rules"].map((kind) =>
        Math.max(...counted.filter(({ catalog }) => catalog === kind).map(({ bytes }) => bytes)),
      );
      const total = [...shared, ...largest].reduce((sum, bytes) => sum + bytes, 0);
      for (const { name, bytes } of files.sort((one, other) => other.bytes - one.bytes)) {
        this.info(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
      }
      this.info(
        `${(total / 1000).toFixed(1).padStart(7)} kB  script and style in one language, gzip; budget ${BUDGET / 1000} kB`,
      );
      if (total > BUDGET) {
        this.error(`script and style are ${total} bytes after gzip, ${BUDGET} are allowed`);
      }
    },
  };
}
