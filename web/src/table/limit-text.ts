import { text } from "../text/text.svelte";

/** Return a time limit in words, such as "5 minutes". Null: there is no limit. */
export function limitText(seconds: number | null): string {
  return seconds === null ? text("web.unlimited") : text("web.minutes", { count: seconds / 60 });
}
