/** What people read, in the language that they chose; a page that calls `text` follows a change of language. */
import { drawer } from "../drawer";
import type english from "../../../src/covergames/locales/en.json";
import { filled, type Message, type Values } from "./message";

export type Key = keyof typeof english;

/** The languages there are, each with its own name for itself. */
export const LANGUAGES = {
  en: "English",
  nl: "Nederlands",
  fi: "suomi",
  sv: "svenska",
  da: "dansk",
  nb: "norsk",
} as const;
export type Language = keyof typeof LANGUAGES;

type Catalog = Record<string, Message>;
type Load = () => Promise<{ default: Catalog }>;

const CATALOGS: Record<Language, Load> = {
  en: () => import("virtual:messages/en"),
  nl: () => import("virtual:messages/nl"),
  fi: () => import("virtual:messages/fi"),
  sv: () => import("virtual:messages/sv"),
  da: () => import("virtual:messages/da"),
  nb: () => import("virtual:messages/nb"),
};

const RULES: Record<Language, Load> = {
  en: () => import("virtual:rules/en"),
  nl: () => import("virtual:rules/nl"),
  fi: () => import("virtual:rules/fi"),
  sv: () => import("virtual:rules/sv"),
  da: () => import("virtual:rules/da"),
  nb: () => import("virtual:rules/nb"),
};

const KEPT = "covergames.language";

let spoken = $state.raw<{ language: Language; messages: Catalog }>({ language: "en", messages: {} });

/** The language that is spoken now. */
export function language(): Language {
  return spoken.language;
}

/** The message of that key, with its arguments filled in. Nothing falls back to another language. */
export function text(key: Key, values: Values = {}): string {
  return told(key, spoken.messages, values);
}

/** The message of a key that may not be there, such as one for a code that the server made; null: there is none. */
export function textIfAny(key: string): string | null {
  return key in spoken.messages ? told(key, spoken.messages) : null;
}

/** A message of a catalog that is not the client's own, such as the rules. */
export function told(key: string, messages: Catalog, values: Values = {}): string {
  const message = messages[key];
  if (message === undefined) {
    throw new Error(`no message ${key} in ${spoken.language}`);
  }
  try {
    return filled(message, spoken.language, values);
  } catch (error) {
    throw new Error(`${key} (${spoken.language}) ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Speak this language from now on; only its catalog is loaded. */
export async function speak(language: Language): Promise<void> {
  const { default: messages } = await CATALOGS[language]();
  spoken = { language, messages };
  if (typeof document !== "undefined") {
    document.documentElement.lang = language;
  }
}

/** Speak this language, and in this browser the next time too. */
export async function choose(language: Language): Promise<void> {
  await speak(language);
  drawer.setItem(KEPT, language);
}

/** The rules in the language spoken. */
export async function rulesCatalog(): Promise<Catalog> {
  return (await RULES[spoken.language]()).default;
}

/** The language chosen before, or the first that the browser asks for and we have; English if there is none. */
export function preferred(asked: readonly string[], kept: string | null): Language {
  for (const tag of [kept ?? "", ...asked]) {
    const primary = tag.split("-")[0]?.toLowerCase() ?? "";
    const language = primary === "no" || primary === "nn" ? "nb" : primary;
    if (language in LANGUAGES) {
      return language as Language;
    }
  }
  return "en";
}

/** Speak what this browser prefers. */
export async function speakPreferred(): Promise<void> {
  await speak(preferred(navigator.languages, drawer.getItem(KEPT)));
}
