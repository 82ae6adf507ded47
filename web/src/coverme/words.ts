/** Names for what lies on the table, in the language spoken. */
import { text } from "../text/text.svelte";
import type { Values } from "../text/message";
import type { Seat, Trait } from "../wire";
import type { Source } from "./wire";
import { model, type Card, type Clothes, type Hair, type Length, type Pattern } from "./card";
import type { OwnMagazine, Player, View } from "./view";

/** A card in words: green, black hair, semi-long, diamonds. */
export function cardName(card: Card): string {
  const { clothes, hair, length, pattern } = model(card);
  const words = [
    text(`clothes.${clothes}`),
    text(`cover-me.hair.${hair}`),
    text(`length.${length}`),
    text(`pattern.${pattern}`),
  ];
  return words.join(", ");
}

/** A card in words, with its trend value where it has one. */
export function cardLabel(card: Card, value: number | null): string {
  const name = cardName(card);
  return value === null ? name : `${name}; ${text("report.trend-value", { value })}`;
}

/** A characteristic of a trait, such as stripes. */
export function characteristicName(trait: Trait, name: string): string {
  switch (trait) {
    case "clothes":
      return text(`clothes.${name as Clothes}`);
    case "hair":
      return text(`hair.${name as Hair}`);
    case "length":
      return text(`length.${name as Length}`);
    case "pattern":
      return text(`pattern.${name as Pattern}`);
  }
}

/** What a sentence needs to speak of this player as you, or by name. */
export function who(seat: Seat, players: readonly Player[]): Values {
  const player = players[seat];
  return { who: player?.isYou ? "you" : "other", name: player?.name ?? "" };
}

/** A player's name, or you. */
export function playerName(seat: Seat, players: readonly Player[]): string {
  const player = players[seat];
  return player?.isYou ? text("you") : (player?.name ?? "");
}

/** The magazine by its owner, with its rank where everybody has two; or fictional A or B. */
export function magazineName(magazine: OwnMagazine, view: Pick<View, "players" | "isAdvanced">): string {
  if (magazine.owner === null) {
    return text("cover-me.fictional", { letter: magazine.number === view.players.length ? "A" : "B" });
  }
  const owner = playerName(magazine.owner, view.players);
  return view.isAdvanced ? `${owner}: ${text(`magazine.${magazine.row}`)}` : owner;
}

/** A pile that cards are taken from. */
export function sourceName(source: Source): string {
  return text(`pile.${source}`);
}

/** The traits that count, in the order in which they are always shown: hair colour, length, then the season's own. */
export function activeTraits(tracks: View["tracks"]): Trait[] {
  return (["hair", "length", "pattern", "clothes"] as const).filter((trait) => trait in tracks);
}

/** With a capital, whatever stands behind it. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
