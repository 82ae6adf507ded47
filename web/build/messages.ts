/**
 * A Vite plugin that compiles the message catalogs of the Python package: one module per language, with the messages that the
 * client uses. The build fails if a message is missing in some language, or if nothing uses a message under
 * `web.` or `review.`.
 */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Message, Options, Part } from "../src/text/message.ts";

const LOCALES = resolve(import.meta.dirname, "../../src/covergames/locales");
const CODES = Object.keys(catalog("languages"));
const SOURCES = resolve(import.meta.dirname, "../src");
/** The keys of the catalogs that are loaded when they are needed. All other messages are in the catalog `messages`. */
const LATER = { rules: /^rules?\./, finished: /^(review|analyse|web\.fair)\./ };
type Kind = "messages" | keyof typeof LATER;
/** The modules that the plugin provides: the catalog of a kind in one language, and the functions that load it. */
const VIRTUAL = /^\0?virtual:(messages|rules|finished)(?:\/([a-z]+)|-catalogs)$/;

/** Return the messages of a language as they are written, or the names of the languages. */
export function catalog(language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(LOCALES, `${language}.json`), "utf-8")) as Record<string, string>;
}

/** Parse a message into the form that the browser formats. */
export function compileMessage(message: string): Message {
  return parse(message, { ignoreTag: true }).map((element) => compilePart(element, null));
}

/** Compile one element; `counted` is the argument of the plural around it, which `#` stands for. */
function compilePart(element: MessageFormatElement, counted: string | null): Part {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.argument:
      return [element.value];
    case TYPE.number:
      return [element.value, "number"];
    case TYPE.pound:
      return [counted ?? "", "number"];
    case TYPE.plural: {
      const kind = element.pluralType === "ordinal" ? "ordinal" : "plural";
      return [element.value, kind, compileOptions(element.options, element.value)];
    }
    case TYPE.select:
      return [element.value, "select", compileOptions(element.options, counted)];
    default:
      throw new Error(`this kind of argument is not supported: ${JSON.stringify(element)}`);
  }
}

function compileOptions(options: Record<string, { value: MessageFormatElement[] }>, counted: string | null): Options {
  return Object.fromEntries(
    Object.entries(options).map(([option, { value }]) => [option, value.map((part) => compilePart(part, counted))]),
  );
}

/**
 * Return patterns for the message keys in a source text: "web.home" or `season.${season}`. A word without a dot counts as a key
 * only inside a call of `text`.
 */
export function keysIn(source: string): RegExp[] {
  const words = [...source.matchAll(/\btext\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, call = ""]) => [
    ...call.matchAll(/["']([a-z][\w-]*)["']/g),
  ]);
  const plain = [...words, ...source.matchAll(/["']([a-z][\w-]*\.[\w.-]*)["']/g)];
  const templates = source.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}`]*\})+)`/g);
  return [...plain, ...templates].map(([, key = ""]) => {
    const pieces = key.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll(".", "\\."));
    return new RegExp(`^${pieces.join("[a-z0-9-]+")}$`);
  });
}

/** Return the keys that the sources use, and what is wrong with the catalogs. */
export function usage(
  sources: string[],
  catalogs: Record<string, Record<string, string>>,
): { used: string[]; faults: string[] } {
  const wanted = sources.flatMap(keysIn);
  const [english = {}] = Object.values(catalogs);
  const used = Object.keys(english).filter((key) => wanted.some((pattern) => pattern.test(key)));
  // Any literal may be a key. One that begins with `web.` or `review.` cannot be anything else, so it has to exist.
  const faults = wanted
    .filter(({ source }) => /^\^(web|review)\\\./.test(source))
    .filter((pattern) => !Object.keys(english).some((key) => pattern.test(key)))
    .map((pattern) => `no message for ${pattern.source}`);
  for (const [language, messages] of Object.entries(catalogs)) {
    faults.push(...used.filter((key) => !(key in messages)).map((key) => `${key} is missing in ${language}`));
  }
  const unused = Object.keys(english).filter((key) => /^(web|review)\./.test(key) && !used.includes(key));
  faults.push(...unused.map((key) => `${key} is not used`));
  return { used, faults };
}

/** Return the texts of all sources of the client. */
function readSources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf-8" })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => readFileSync(join(SOURCES, name), "utf-8"));
}

/** Return the code of an object that loads the catalog of each language. */
function loaders(kind: Kind): string {
  return `{${CODES.map((code) => `${code}: () => import("virtual:${kind}/${code}")`).join(", ")}}`;
}

/** Return the plugin. */
export function messages(): Plugin {
  let keys: Record<Kind, string[]> = { messages: [], rules: [], finished: [] };
  return {
    name: "covergames-messages",
    buildStart() {
      const catalogs = Object.fromEntries(CODES.map((code) => [code, catalog(code)]));
      const { used, faults } = usage(readSources(), catalogs);
      if (faults.length > 0) {
        this.error(`messages:\n  ${faults.join("\n  ")}`);
      }
      keys = {
        rules: Object.keys(catalogs["en"] ?? {}).filter((key) => LATER.rules.test(key)),
        finished: used.filter((key) => LATER.finished.test(key)),
        messages: used.filter((key) => !Object.values(LATER).some((later) => later.test(key))),
      };
    },
    resolveId(id) {
      return VIRTUAL.test(id) ? `\0${id.replace("\0", "")}` : undefined; // Vite may ask about an id that is already resolved
    },
    load(id) {
      const match = VIRTUAL.exec(id);
      if (match === null) {
        return undefined;
      }
      const kind = match[1] as Kind;
      const language = match[2];
      if (language === undefined) {
        return `export default ${loaders(kind)};`;
      }
      const written = catalog(language);
      const compiled = Object.fromEntries(keys[kind].map((key) => [key, compileMessage(written[key] ?? "")]));
      return `export default ${JSON.stringify(compiled)};`;
    },
  };
}
