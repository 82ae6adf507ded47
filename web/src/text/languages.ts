import languages from "../../../src/covergames/locales/languages.json";

/** The languages and what each calls itself. */
export const LANGUAGES = languages;

export type Language = keyof typeof LANGUAGES;
