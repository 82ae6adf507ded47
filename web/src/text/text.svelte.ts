/** The texts that people read, in the language they chose. A component that calls `text` follows a change of language. */
import messagesCatalogs from "virtual:messages-catalogs";
import rulesCatalogs from "virtual:rules-catalogs";
import type english from "../../../src/covergames/locales/en.json";
import { browserStorage } from "../storage";
import { LANGUAGES, type Language } from "./languages";
import { formatMessage, type Message, type Values } from "./message";

/** The key of a message. */
export type Key = keyof typeof english;

export type Catalog = Record<string, Message>;

const LANGUAGE_KEY = "covergames.language";

/** The catalogs whose messages are loaded, in every language that is chosen. */
const catalogs = [messagesCatalogs];

let current = $state.raw<{ language: Language; messages: Catalog }>({ language: "en", messages: {} });

/** Return the current language. */
export function language(): Language {
  return current.language;
}

/** Return a message of the client, with its arguments filled in. There is no fallback to another language. */
export function text(key: Key, values: Values = {}): string {
  return textFrom(key, current.messages, values);
}

/** Return a message that may not exist, such as one for an error code of the server. Null: it does not exist. */
export function optionalText(key: string, values: Values = {}): string | null {
  return key in current.messages ? textFrom(key, current.messages, values) : null;
}

/**
 * Return a message of any catalog in the current language.
 *
 * @throws Error if there is no such message, or if an argument has no value.
 */
export function textFrom(key: string, messages: Catalog, values: Values = {}): string {
  const message = messages[key];
  if (message === undefined) {
    throw new Error(`no message ${key} in ${current.language}`);
  }
  try {
    return formatMessage(message, current.language, values);
  } catch (error) {
    throw new Error(`${key} (${current.language}) ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Load a language and use it from now on. */
export async function setLanguage(language: Language): Promise<void> {
  const loaded = await Promise.all(catalogs.map((catalog) => catalog[language]()));
  current = { language, messages: Object.assign({}, ...loaded.map((module) => module.default)) as Catalog };
  if (typeof document !== "undefined") {
    document.documentElement.lang = language;
    document.querySelector("link[rel=manifest]")?.setAttribute("href", `/manifests/${language}.webmanifest`);
  }
}

/** Load a language, use it from now on, and save the choice in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  browserStorage.setItem(LANGUAGE_KEY, language);
}

/** Load more messages, for pages that few people open. */
export async function addCatalog(catalog: typeof messagesCatalogs): Promise<void> {
  if (!catalogs.includes(catalog)) {
    catalogs.push(catalog);
  }
  // Also if it was added before: it may still be loading.
  await setLanguage(current.language);
}

/** Load the rules in the current language. */
export async function loadRulesCatalog(): Promise<Catalog> {
  return (await rulesCatalogs[current.language]()).default;
}

/** Return the saved language, or the first supported one that the browser asks for, or English. */
export function preferredLanguage(requested: readonly string[], saved: string | null): Language {
  for (const tag of [saved ?? "", ...requested]) {
    const primary = tag.split("-")[0]?.toLowerCase() ?? "";
    const code = primary === "no" || primary === "nn" ? "nb" : primary;
    if (code in LANGUAGES) {
      return code as Language;
    }
  }
  return "en";
}

/** Load the language that this browser prefers. */
export async function loadPreferredLanguage(): Promise<void> {
  await setLanguage(preferredLanguage(navigator.languages, browserStorage.getItem(LANGUAGE_KEY)));
}
