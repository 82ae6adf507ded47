/** A message of a catalog, parsed, and how it is filled in. */

/** An argument of a message by its name; with a choice of texts if it is a plural, an ordinal or a select. */
export type Argument = [name: string, kind?: "number" | "plural" | "ordinal" | "select", options?: Options];
export type Options = Record<string, Message>;

export type Part = string | Argument;
export type Message = Part[];
export type Value = string | number | boolean;
export type Values = Record<string, Value>;

const numbers = new Map<string, Intl.NumberFormat>();
const rules = new Map<string, Intl.PluralRules>();

/** The message with its arguments filled in; an argument without a value is an error that names it. */
export function filled(message: Message, language: string, values: Values): string {
  return message.map((part) => (typeof part === "string" ? part : argument(part, language, values))).join("");
}

function argument([name, kind, options = {}]: Argument, language: string, values: Values): string {
  const value = values[name];
  if (value === undefined) {
    throw new Error(`needs a value for ${name}`);
  }
  switch (kind) {
    case undefined:
      return String(value);
    case "number":
      return remembered(numbers, language, () => new Intl.NumberFormat(language)).format(Number(value));
    case "select":
      return filled(options[String(value)] ?? options["other"] ?? [], language, values);
    default: {
      const type = kind === "plural" ? "cardinal" : "ordinal";
      const form = remembered(rules, `${language} ${type}`, () => new Intl.PluralRules(language, { type }));
      const exact = options[`=${value}`];
      return filled(exact ?? options[form.select(Number(value))] ?? options["other"] ?? [], language, values);
    }
  }
}

function remembered<Kept>(kept: Map<string, Kept>, key: string, make: () => Kept): Kept {
  const known = kept.get(key) ?? make();
  kept.set(key, known);
  return known;
}
