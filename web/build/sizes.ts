/** A Vite plugin that prints the compressed sizes, and fails the build if what every visitor loads exceeds the budget. */
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** The limit for the scripts and styles that every visitor loads in one language, after gzip. */
const BUDGET_BYTES = 140_000;

/** The id of a module that contains the messages of one language. Those of the rules are loaded when they are read. */
const CATALOG = "virtual:messages/";

/** Return the names of the files that the page loads at once: what index.html imports, and the styles of that. */
function initialFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (!found.has(name) && file !== undefined) {
      found.add(name);
      if (file.type === "chunk") {
        [...file.imports, ...(file.viteMetadata?.importedCss ?? [])].forEach(add);
      }
    }
  };
  Object.values(bundle).forEach((file) => file.type === "chunk" && file.isEntry && add(file.fileName));
  return found;
}

/** Return the plugin. */
export function sizes(): Plugin {
  return {
    name: "covergames-sizes",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.values(bundle).map((file) => {
        const content = file.type === "chunk" ? file.code : file.source;
        const isCatalog = file.type === "chunk" && (file.facadeModuleId ?? "").includes(CATALOG);
        // The server compresses with the same level.
        return { name: file.fileName, bytes: gzipSync(content, { level: 9 }).length, isCatalog };
      });
      const initial = initialFiles(bundle);
      const loaded = files.filter(({ name }) => initial.has(name)).map(({ bytes }) => bytes);
      // A browser loads the messages of one language, so only the largest catalog counts.
      const catalogs = files.filter(({ isCatalog }) => isCatalog).map(({ bytes }) => bytes);
      const total = [...loaded, Math.max(...catalogs)].reduce((sum, bytes) => sum + bytes, 0);
      for (const { name, bytes } of files.sort((one, other) => other.bytes - one.bytes)) {
        this.info(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
      }
      this.info(
        `${(total / 1000).toFixed(1).padStart(7)} kB  scripts and styles that every visitor loads, gzip; budget ${BUDGET_BYTES / 1000} kB`,
      );
      if (total > BUDGET_BYTES) {
        this.error(
          `the scripts and styles that every visitor loads are ${total} bytes after gzip; the budget is ${BUDGET_BYTES}`,
        );
      }
    },
  };
}
