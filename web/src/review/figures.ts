/** Figures as people read them. */
import { language } from "../text/text.svelte";

/** The millionths of a win share in one of its points, of which a victory has 100. */
export const POINT = 10_000;

/** Return a number with so many digits after the point, by default with one. */
export function decimal(value: number, digits = 1): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value === 0 ? 0 : value,
  );
}

/** Return millionths of a win share in points; with a sign if it is a change. */
export function points(millionths: number, { isChange = false } = {}): string {
  const tenths = Math.round(millionths / (POINT / 10));
  const format = new Intl.NumberFormat(language(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: isChange ? "exceptZero" : "auto",
  });
  return format.format(tenths === 0 ? 0 : tenths / 10).replace("-", "−");
}

/** Return a probability in millionths as a whole percentage, without the sign. */
export function percent(millionths: number): number {
  return Math.round(millionths / POINT);
}

/** Return milliseconds as minutes and seconds: 1:04.2. */
export function clockTime(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  const seconds = decimal((tenths % 600) / 10);
  return `${Math.floor(tenths / 600)}:${tenths % 600 < 100 ? "0" : ""}${seconds}`;
}
