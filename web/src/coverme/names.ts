/** The names of cards, traits, magazines and piles in the current language. */
import { playerName } from "../table/players";
import { text } from "../text/text.svelte";
import type { Source, Trait } from "../wire";
import { comingSeason } from "./coming-season";
import { model, prestige, type Card, type Clothes, type Hair, type Length, type Pattern } from "./card";
import type { Pick as CardPick } from "./choice";
import type { OwnMagazine, View } from "./view";

/** Return the name of a card, such as "green, black hair, semi-long, diamonds". */
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

/** Return the name of a card with its prestige, unless all have the same, and with its trend value if it has one. */
export function cardLabel(card: Card, value: number | null, isSameValue: boolean): string {
  const label = isSameValue ? cardName(card) : `${cardName(card)}; ${text("prestige")} ${prestige(card)}`;
  return value === null ? label : `${label}; ${text("report.trend-value", { value })}`;
}

/** Return the one or two letters that stand for the clothes of a card in the current language. */
export function clothesLetter(card: Card): string {
  return text(`web.letter.${model(card).clothes}`);
}

/** Return the name of a characteristic, such as "stripes". */
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

/** Return the name of a magazine: its owner, with the row if everybody has two; or fictional A or B. */
export function magazineName(magazine: OwnMagazine, view: Pick<View, "players" | "isAdvanced">): string {
  if (magazine.owner === null) {
    return text("cover-me.fictional", { letter: magazine.number === view.players.length ? "A" : "B" });
  }
  const owner = playerName(magazine.owner, view.players);
  const kind = magazineKind(magazine, view);
  return kind === null ? owner : `${owner}: ${kind}`;
}

/** Return which of its owner's two magazines it is, such as "secondary magazine". Null: its owner has only one. */
export function magazineKind(magazine: OwnMagazine, view: Pick<View, "isAdvanced">): string | null {
  return view.isAdvanced ? text(`magazine.${magazine.row}`) : null;
}

/** Return the name of a pile from which cards are taken. */
export function sourceName(source: Source): string {
  return text(`pile.${source}`);
}

/** Return the name of the phase, with the month while covers are placed. */
export function phaseName(view: Pick<View, "phase" | "month" | "season" | "seasons">): string {
  switch (view.phase) {
    case "place":
      return text("cover-me.phase.place", { month: view.month });
    case "replenish":
      return text("cover-me.phase.replenish", { next: text(`season.${comingSeason(view)}`) });
    case "new year":
      return text("cover-me.phase.new-year");
    case "draft":
      return text("cover-me.phase.draft");
    case "feature":
      return text("cover-me.phase.feature");
    case "vote":
      return text("cover-me.phase.vote");
    case "over":
      return text("cover-me.phase.over");
  }
}

/** Return the traits that count, in display order: hair colour, length, then the trait of the season. */
export function activeTraits(tracks: View["tracks"]): Trait[] {
  return (["hair", "length", "pattern", "clothes"] as const).filter((trait) => trait in tracks);
}

/** Return the name of a pick. */
export function pickName(pick: CardPick): string {
  switch (pick.kind) {
    case "card":
    case "cover":
      return cardName(pick.card);
    case "source":
      return sourceName(pick.source);
    case "stay":
      return text("cover-me.choice.stay");
    case "vote":
      return pick.playOn ? text("cover-me.choice.play-on") : text("cover-me.choice.share");
  }
}
