/** Figures as people read them. */
import { language } from "../text/text.svelte";

/** The millionths of a win share in one of its points, of which a victory has 100. */
export const POINT = 10_000;

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

/** Return a share as a percentage, with so many digits after the point. */
export function percentage(share: number, digits = 0): string {
  const options = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return share.toLocaleString(language(), options);
}

/** Return a probability in millionths as a whole percentage, without the sign. */
export function percent(millionths: number): number {
  return Math.round(millionths / POINT);
}
