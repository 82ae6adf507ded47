/** Refusals in the current language. */
import { text, optionalText } from "../text/text.svelte";
import { ServerError } from "./api";

/** Return why something was refused: by its code, or in the server's English if the code is unknown. An operator's words are quoted. */
export function refusalText({ code, reason }: { code: string; reason: string }): string {
  return optionalText(`refusal.${code}`, { reason }) ?? (reason || text("web.unreachable"));
}

/** Return what went wrong with a request. */
export function errorText(error: unknown): string {
  return error instanceof ServerError ? refusalText(error) : text("web.unreachable");
}
