/**
 * The message catalogs of the Python package, for the browser: parsed at build time, one module per language, and only
 * the messages that the client uses. The build fails on a message that is missing in some language, and on one under
 * `web.` that nobody uses.
 */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Message, Options, Part } from "../src/text/message.ts";

export const LANGUAGES = ["en", "nl", "fi", "sv", "da", "nb"] as const;

const LOCALES = resolve(import.meta.dirname, "../../src/covergames/locales");
const SOURCES = resolve(import.meta.dirname, "../src");
const RULES = /^rules?\./;

/** The messages of a language as they are written. */
export function catalog(language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(LOCALES, `${language}.json`), "utf-8")) as Record<string, string>;
}

/** A message as the browser fills it in. */
export function compiled(message: string): Message {
  return parse(message, { ignoreTag: true }).map((element) => part(element, null));
}

function part(element: MessageFormatElement, counted: string | null): Part {
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
      return [element.value, kind, options(element.options, element.value)];
    }
    case TYPE.select:
      return [element.value, "select", options(element.options, counted)];
    default:
      throw new Error(`not an argument that we use: ${JSON.stringify(element)}`);
  }
}

function options(written: Record<string, { value: MessageFormatElement[] }>, counted: string | null): Options {
  return Object.fromEntries(
    Object.entries(written).map(([choice, { value }]) => [choice, value.map((element) => part(element, counted))]),
  );
}

/**
 * The keys, or patterns of keys, that may be asked for in a source text: "web.home", `season.${season}`. A word without a
 * dot may be anything, and is a key only where `text` is called.
 */
export function keysIn(source: string): RegExp[] {
  const words = [...source.matchAll(/\btext\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, asked = ""]) => [
    ...asked.matchAll(/["']([a-z][\w-]*)["']/g),
  ]);
  const plain = [...words, ...source.matchAll(/["']([a-z][\w-]*\.[\w.-]*)["']/g)];
  const patterns = source.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}`]*\})+)`/g);
  return [...plain, ...patterns].map(([, key = ""]) => {
    const pieces = key.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll(".", "\\."));
    return new RegExp(`^${pieces.join("[a-z0-9-]+")}$`);
  });
}

/** Every file with code under a folder. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => join(folder, name));
}

/** What the client asks for, and what is wrong with that. */
export function usage(
  texts: string[],
  catalogs: Record<string, Record<string, string>>,
): { used: string[]; faults: string[] } {
  const wanted = texts.flatMap(keysIn);
  const [english = {}] = Object.values(catalogs);
  const used = Object.keys(english).filter((key) => wanted.some((pattern) => pattern.test(key)));
  // Any literal may be a key; those that cannot be anything else have to be there.
  const faults = wanted
    .filter(({ source }) => source.startsWith("^web\\."))
    .filter((pattern) => !Object.keys(english).some((key) => pattern.test(key)))
    .map((pattern) => `no message for ${pattern.source}`);
  for (const [language, messages] of Object.entries(catalogs)) {
    faults.push(...used.filter((key) => !(key in messages)).map((key) => `${key} is missing in ${language}`));
  }
  const spare = Object.keys(english).filter((key) => key.startsWith("web.") && !used.includes(key));
  faults.push(...spare.map((key) => `${key} is used nowhere`));
  return { used, faults };
}

/** The texts of all sources of the client. */
function sourceTexts(): string[] {
  return sources(SOURCES).map((file) => readFileSync(file, "utf-8"));
}

/** `virtual:messages/xx` and `virtual:rules/xx`: the client's own messages, and the rules, of one language. */
export function messages(): Plugin {
  const isOurs = /^\0?virtual:(messages|rules)\/([a-z]+)$/;
  let asked: string[] = [];
  return {
    name: "covergames-messages",
    buildStart() {
      const catalogs = Object.fromEntries(LANGUAGES.map((language) => [language, catalog(language)]));
      const { used, faults } = usage(sourceTexts(), catalogs);
      if (faults.length > 0) {
        this.error(`messages:\n  ${faults.join("\n  ")}`);
      }
      asked = used.filter((key) => !RULES.test(key)); // the rules are a catalog of their own
    },
    resolveId(id) {
      return isOurs.test(id) ? `\0${id.replace("\0", "")}` : undefined; // it may be asked about its own answer
    },
    load(id) {
      const [, kind, language] = isOurs.exec(id) ?? [];
      if (kind === undefined || language === undefined) {
        return undefined;
      }
      const written = catalog(language);
      const keys = kind === "rules" ? Object.keys(written).filter((key) => RULES.test(key)) : asked;
      const table = Object.fromEntries(keys.map((key) => [key, compiled(written[key] ?? "")]));
      return `export default ${JSON.stringify(table)};`;
    },
  };
}
