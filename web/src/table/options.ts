/** The optional rules of a table, in words. */
import { CLOTHES } from "../coverme/card";
import { text } from "../text/text.svelte";
import type { Arrangement } from "../wire";

/** The same game for so many players: what is for two only, and a starting player whose seat is gone, are no part of it. */
export function forPlayers(arrangement: Arrangement, players: number): Arrangement {
  if (arrangement.game === "cover-up") {
    return { ...arrangement, players };
  }
  const { two_player, start, ...options } = arrangement.options;
  const kept = {
    ...(two_player !== undefined && players === 2 ? { two_player } : {}),
    ...(start != null && start < players ? { start } : {}),
  };
  return { ...arrangement, players, options: { ...options, ...kept } };
}

/** What is played, as far as there was a choice. */
export function inWords(arrangement: Arrangement): string[] {
  if (arrangement.game === "cover-me") {
    const { length = "standard", two_player, first_game, open_scores, same_value, years, start } = arrangement.options;
    const isAdvanced = arrangement.players === 2 && two_player === "advanced";
    return [
      `${text("option.length")}: ${text(`option.length.${length}`)}`,
      ...(isAdvanced ? [text("option.two-player.advanced")] : []),
      ...(first_game ? [text("option.first-game")] : []),
      ...(open_scores ? [text("option.open-scores")] : []),
      ...(same_value == null ? [] : [text("option.same-value")]),
      ...(same_value == null || same_value === "drawn" ? [] : [`${text("web.removed")}: ${colourName(same_value)}`]),
      ...(years == null ? [] : [`${text("option.years")}: ${years}`]),
      ...(start == null ? [] : [`${text("starting-player")}: ${text("web.seat", { number: start + 1 })}`]),
    ];
  }
  const { hourglass = 30, assist } = arrangement.options;
  return [
    `${text("option.hourglass")}: ${hourglass}`,
    `${text("option.round-limit")}: ${limitInWords(roundLimit(arrangement.options))}`,
    ...(assist ? [text("option.assist")] : []),
  ];
}

/** The clothes colours, as records write them. */
export const COLOURS = Object.keys(CLOTHES) as (keyof typeof CLOTHES)[];

export function colourName(colour: keyof typeof CLOTHES): string {
  return text(`clothes.${CLOTHES[colour]}`);
}

/** The round limit in seconds; null: none. */
export function roundLimit({ round_limit }: { round_limit?: number | null }): number | null {
  return round_limit === undefined ? 300 : round_limit;
}

/** A limit of so many seconds. */
export function limitInWords(seconds: number | null): string {
  return seconds === null ? text("web.unlimited") : text("web.minutes", { count: seconds / 60 });
}
