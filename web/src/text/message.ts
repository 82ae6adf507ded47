/** Messages as build/messages.ts compiles them, and how they are formatted. */

/** An argument by name; a plural, an ordinal or a select also has a message for each of its options. */
export type Argument = [name: string, kind?: "number" | "plural" | "ordinal" | "select", options?: Options];
export type Options = Record<string, Message>;
export type Part = string | Argument;
export type Message = Part[];

export type Value = string | number | boolean;
export type Values = Record<string, Value>;

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

/**
 * Return the message with its arguments filled in.
 *
 * @throws Error if an argument has no value.
 */
export function formatMessage(message: Message, language: string, values: Values): string {
  return message.map((part) => (typeof part === "string" ? part : formatArgument(part, language, values))).join("");
}

function formatArgument([name, kind, options = {}]: Argument, language: string, values: Values): string {
  const value = values[name];
  if (value === undefined) {
    throw new Error(`needs a value for ${name}`);
  }
  switch (kind) {
    case undefined:
      return String(value);
    case "number":
      return cached(numberFormats, language, () => new Intl.NumberFormat(language)).format(Number(value));
    case "select":
      return formatMessage(options[String(value)] ?? options["other"] ?? [], language, values);
    default: {
      const type = kind === "plural" ? "cardinal" : "ordinal";
      const rules = cached(pluralRules, `${language} ${type}`, () => new Intl.PluralRules(language, { type }));
      const exact = options[`=${value}`];
      return formatMessage(exact ?? options[rules.select(Number(value))] ?? options["other"] ?? [], language, values);
    }
  }
}

function cached<Value>(cache: Map<string, Value>, key: string, create: () => Value): Value {
  const value = cache.get(key) ?? create();
  cache.set(key, value);
  return value;
}
