/** What is shared of a daily puzzle or of a run of Storm. It does not contain the solution. */
import { clockFace } from "../../table/deadline";
import { language, text } from "../../text/text.svelte";
import { puzzleNumber, squares, type Day, type Result } from "./daily";
import type { StormResult } from "./storm";

/** Return a duration such as "2:05" or "13:02:05". */
export function durationText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  return hours === 0 ? clockFace(seconds) : `${hours}:${clockFace(seconds % 3600).padStart(5, "0")}`;
}

/** Return a result in one sentence, with the number of the puzzle. */
export function resultText(day: Day, { points, best }: Pick<Result, "points" | "best">): string {
  const date = new Intl.DateTimeFormat(language(), { timeZone: "UTC", dateStyle: "medium" }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return text("web.alone.shared", { number: puzzleNumber(day), day: date, points, best });
}

/** Return the text that is shared: the result, squares, the time, and the address of the puzzle. */
export function shareText(day: Day, result: Result, origin = location.origin): string {
  const time = result.time ? ` ${durationText(result.time)}` : "";
  return `${resultText(day, result)}\n${squares(result)}${time}\n${origin}/alone/daily`;
}

/** Return the text that is shared of a run. Its address leads to the same hands, unless the deck is the player's own. */
export function stormShareText({ seed, deck, solved, longestRow }: StormResult, origin = location.origin): string {
  const result = text("web.storm.shared", { count: solved.length, row: longestRow });
  const address = `${origin}/alone/storm`;
  return deck === "own" ? `${result}\n${address}` : `${result}\n${text("web.storm.shared.dare")}\n${address}#${seed}`;
}
