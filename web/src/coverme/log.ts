/** What happened, in sentences in which cards stand as cards: from events that are already redacted for this viewer. */
import { text, type Key } from "../text/text.svelte";
import type { Values } from "../text/message";
import type { CardText, Seat, Trait } from "../wire";
import type { CoverMeEvent } from "./wire";
import { capital, characteristicName, magazineName, who } from "./words";
import type { OwnMagazine, View } from "./view";

export type Table = Pick<View, "players" | "isAdvanced" | "magazines">;

/** What a line is about, for those who want to read of that only. */
export type Topic = "season" | "piles";

export interface Line {
  /** Text, and cards between it; an unknown card is null. */
  segments: (string | { card: CardText | null })[];
  topic: Topic;
  /** Whose doing it is; null: the table's. */
  seat: Seat | null;
}

type Cards = readonly (CardText | null)[];

/** The event as a line; null: nothing that a player at the table would remark on. */
export function lineOf(event: CoverMeEvent, table: Table): Line | null {
  const told = new Telling(table);
  switch (event.event) {
    case "shuffled":
      return event.pile === "face-down" ? told.line("piles", null, "cover-me.event.reshuffled") : null;
    case "dealt":
      return told.line("piles", event.seat, "cover-me.event.dealt", {
        cards: told.cards(event.cards),
        count: event.cards.length,
      });
    case "fictional_pile_formed":
      return told.line("piles", null, "cover-me.event.fictional-pile", { size: event.size });
    case "influence_drawn":
      return told.line("season", null, "cover-me.event.influence-drawn", { cards: told.cards(event.cards) });
    case "turned":
      return told.line("piles", null, "cover-me.event.turned", { cards: told.cards(event.cards) });
    case "took":
      return event.source === "face-down"
        ? told.line("piles", event.seat, "cover-me.event.took-blind", { card: told.cards([event.card]) })
        : told.line("piles", event.seat, "cover-me.event.took-open", { card: told.cards([event.card]) });
    case "took_next":
      return told.line("piles", event.seat, "cover-me.event.took-next", { card: told.cards([event.card]) });
    case "went_without":
      return told.line("piles", event.seat, "cover-me.event.went-without");
    case "looked":
      return told.line("piles", event.seat, "cover-me.event.looked", {
        cards: told.cards(event.cards),
        count: event.cards.length,
      });
    case "kept":
      return told.line("piles", event.seat, "cover-me.event.kept", {
        kept: told.cards(event.kept),
        back: told.cards(event.put_back),
        count: event.kept.length,
      });
    case "season_began":
      return told.line("season", event.start, "cover-me.event.season-began", {
        year: event.year,
        season: text(`season.${event.season}`),
      });
    case "fictional_placed":
      return event.b === null
        ? null
        : told.line("season", null, "cover-me.event.fictional-placed", {
            a: event.a_placed,
            card: told.cards([event.b]),
          });
    case "placed":
      return told.line("season", event.seat, "cover-me.event.placed", { cards: told.cards(event.cards) });
    case "revealed": {
      const covers = event.covers.map(([number, card]) => `${told.magazine(number)} ${told.cards([card])}`);
      return told.line("season", null, "cover-me.event.revealed", { month: event.month, covers: covers.join(", ") });
    }
    case "judged": {
      const names = Object.entries(event.trends).flatMap(([trait, trends]) =>
        trends.map((name) => characteristicName(trait as Trait, name)),
      );
      return told.line("season", null, "cover-me.event.judged", { trends: names.join(", ") });
    }
    case "chose":
      return told.line("season", event.seat, "cover-me.event.chose", { card: told.cards([event.card]) });
    case "featured": {
      const values = { magazine: told.magazine(event.magazine), cards: told.cards(event.cards), value: event.value };
      const fate = event.fate.replace(" ", "-") as "prestige-stack" | "side-stack" | "influence-row";
      return told.line("season", told.owner(event.magazine), `cover-me.event.featured.${fate}`, values);
    }
    case "influence_discarded":
      return told.line("season", null, "cover-me.event.influence-discarded", { cards: told.cards(event.cards) });
    case "fictional_replenished":
      return told.line("piles", null, "cover-me.event.fictional-replenished");
    case "year_began":
      return told.line("season", null, "cover-me.event.year-began", {
        year: event.year,
        colour: event.next_clothes === null ? "none" : text(`clothes.${event.next_clothes}`),
      });
    case "swapped":
      return told.line("piles", event.seat, "cover-me.event.swapped", { card: told.cards([event.card]) });
    case "stayed":
      return told.line("piles", event.seat, "cover-me.event.stayed");
    case "voted":
      if (event.play_on === null && table.players[event.seat]?.isYou) {
        return null; // what it was is known only to those who saw it then
      }
      return told.line("season", event.seat, "cover-me.event.voted", {
        vote: event.play_on === null ? "" : vote(event.play_on),
      });
    case "votes_revealed": {
      const votes = event.votes.map(([seat, playOn]) => `${table.players[seat]?.name ?? ""}: ${vote(playOn)}`);
      return told.line("season", null, "cover-me.event.votes-revealed", { votes: votes.join(", ") });
    }
    case "game_ended":
      return told.line("season", null, "result.game-over");
  }
}

/** What happened, line by line; piles that were shuffled to begin with are not remarked on. */
export function linesOf(events: readonly CoverMeEvent[], table: Table): Line[] {
  const dealt = events.findLastIndex(({ event }) => event === "dealt");
  const remarked = events.filter(({ event }, place) => event !== "shuffled" || place > dealt);
  return remarked.map((event) => lineOf(event, table)).filter((line) => line !== null);
}

/** The line as plain text, for those who hear it; `named` says what a card is called. */
export function spoken(line: Line, named: (card: CardText) => string): string {
  return line.segments
    .map((segment) => (typeof segment === "string" ? segment : segment.card === null ? "" : named(segment.card)))
    .join("");
}

function vote(playOn: boolean): string {
  return playOn ? text("cover-me.choice.play-on") : text("cover-me.choice.share");
}

/** One sentence in the making: cards are put into the message as marks, and taken out of it again as cards. */
class Telling {
  readonly #table: Table;
  readonly #marked: (CardText | null)[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  /** Marks for these cards, from an area of Unicode that no message uses; of unknown ones only the number. */
  cards(cards: Cards): string {
    if (cards.every((card) => card === null)) {
      return text("count.cards", { count: cards.length });
    }
    return cards.map((card) => String.fromCharCode(MARK + this.#marked.push(card) - 1)).join(" ");
  }

  magazine(number: number): string {
    return magazineName(this.#magazine(number), this.#table);
  }

  owner(number: number): Seat | null {
    return this.#magazine(number).owner;
  }

  line(topic: Topic, seat: Seat | null, key: Key, values: Values = {}): Line {
    const person = seat === null ? {} : who(seat, this.#table.players);
    const said = capital(text(key, { ...person, ...values }));
    const segments = said.split(MARKS).map((piece) => {
      const place = piece.charCodeAt(0) - MARK;
      return place >= 0 && place < this.#marked.length ? { card: this.#marked[place] ?? null } : piece;
    });
    // Of somebody else's cards a sentence says how many; where they are known, when one looks back, they stand behind it.
    const unsaid = this.#marked.filter((_, place) => !said.includes(String.fromCharCode(MARK + place)));
    segments.push(...unsaid.flatMap((card) => [" ", { card }]));
    return { segments: segments.filter((segment) => segment !== ""), topic, seat };
  }

  #magazine(number: number): OwnMagazine {
    const magazine = this.#table.magazines[number];
    if (magazine === undefined) {
      throw new Error(`there is no magazine ${number}`);
    }
    return magazine;
  }
}

const MARK = 0xe000;
const MARKS = /([\uE000-\uF8FF])/;
