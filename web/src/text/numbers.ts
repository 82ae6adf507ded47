/** Numbers with digits after the decimal point, as the reader's language writes them. */
import { language } from "./text.svelte";

/** Return a number with so many digits after the point, by default with one, and at least so many before it. */
export function decimal(value: number, digits = 1, minimumIntegerDigits = 1): string {
  const options = { minimumIntegerDigits, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (value || 0).toLocaleString(language(), options);
}

/** Return milliseconds as minutes and seconds: 1:04.2. */
export function clockTime(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  return `${Math.floor(tenths / 600)}:${decimal((tenths % 600) / 10, 1, 2)}`;
}
