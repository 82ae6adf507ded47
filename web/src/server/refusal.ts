/** Why something was refused, in the language spoken; the server's own English only where nothing else is known. */
import { text, textIfAny } from "../text/text.svelte";
import { Refusal } from "./api";

/** A refusal in words. */
export function said({ code, reason }: { code: string; reason: string }): string {
  return textIfAny(`refusal.${code}`) ?? (reason || text("web.unreachable"));
}

/** What went wrong while asking the server, in words. */
export function problemOf(error: unknown): string {
  return error instanceof Refusal ? said(error) : text("web.unreachable");
}
