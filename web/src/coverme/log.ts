/** The log: events, already redacted for the viewer, as sentences that contain cards. */
import { playerValues } from "../table/players";
import { capitalize } from "../text/capitalize";
import type { Values } from "../text/message";
import { text, type Key } from "../text/text.svelte";
import type { CardText, CoverMeEvent, Seat, Substitution, Trait } from "../wire";
import { CLOTHES, type Clothes } from "./card";
import { characteristicName, magazineName } from "./names";
import type { OwnMagazine, View } from "./view";

export type Table = Pick<View, "players" | "isAdvanced" | "magazines">;

/** The topic of a line, by which the log can be filtered. */
export type Topic = "season" | "piles";

export interface Line {
  /** Text with cards in it. An unknown card is null. */
  segments: (string | { card: CardText | null })[];
  topic: Topic;
  /** The player who did it. Null: it concerns the whole table. */
  seat: Seat | null;
}

type Cards = readonly (CardText | null)[];

/** Return the line about an event. Null: the log does not mention it. */
export function lineOf(event: CoverMeEvent, table: Table): Line | null {
  const builder = new LineBuilder(table);
  switch (event.event) {
    case "shuffled":
      return event.pile === "face-down" ? builder.line("piles", null, "cover-me.event.reshuffled") : null;
    case "dealt":
      return builder.line("piles", event.seat, "cover-me.event.dealt", {
        cards: builder.cards(event.cards),
        count: event.cards.length,
      });
    case "fictional_pile_formed":
      return builder.line("piles", null, "cover-me.event.fictional-pile", { size: event.size });
    case "influence_drawn":
      return builder.line("season", null, "cover-me.event.influence-drawn", { cards: builder.cards(event.cards) });
    case "turned":
      return builder.line("piles", null, "cover-me.event.turned", { cards: builder.cards(event.cards) });
    case "took":
      return event.source === "face-down"
        ? builder.line("piles", event.seat, "cover-me.event.took-blind", { card: builder.cards([event.card]) })
        : builder.line("piles", event.seat, "cover-me.event.took-open", { card: builder.cards([event.card]) });
    case "took_next":
      return builder.line("piles", event.seat, "cover-me.event.took-next", { card: builder.cards([event.card]) });
    case "went_without":
      return builder.line("piles", event.seat, "cover-me.event.went-without");
    case "looked":
      return builder.line("piles", event.seat, "cover-me.event.looked", {
        cards: builder.cards(event.cards),
        count: event.cards.length,
      });
    case "kept":
      return builder.line("piles", event.seat, "cover-me.event.kept", {
        kept: builder.cards(event.kept),
        back: builder.cards(event.put_back),
        count: event.kept.length,
      });
    case "season_began":
      return builder.line("season", event.start, "cover-me.event.season-began", {
        year: event.year,
        season: text(`season.${event.season}`),
      });
    case "fictional_placed":
      return event.b === null
        ? null
        : builder.line("season", null, "cover-me.event.fictional-placed", {
            a: event.a_placed,
            card: builder.cards([event.b]),
          });
    case "placed":
      return builder.line("season", event.seat, "cover-me.event.placed", { cards: builder.cards(event.cards) });
    case "revealed": {
      const covers = event.covers.map(([number, card]) => `${builder.magazine(number)} ${builder.cards([card])}`);
      return builder.line("season", null, "cover-me.event.revealed", { month: event.month, covers: covers.join(", ") });
    }
    case "judged": {
      const names = Object.entries(event.trends).flatMap(([trait, trends]) =>
        trends.map((name) => characteristicName(trait as Trait, name)),
      );
      return builder.line("season", null, "cover-me.event.judged", { trends: names.join(", ") });
    }
    case "chose":
      return builder.line("season", event.seat, "cover-me.event.chose", { card: builder.cards([event.card]) });
    case "featured": {
      const values = {
        magazine: builder.magazine(event.magazine),
        cards: builder.cards(event.cards),
        value: event.value,
      };
      const fate = event.fate.replace(" ", "-") as "prestige-stack" | "side-stack" | "influence-row";
      return builder.line("season", builder.owner(event.magazine), `cover-me.event.featured.${fate}`, values);
    }
    case "influence_discarded":
      return builder.line("season", null, "cover-me.event.influence-discarded", { cards: builder.cards(event.cards) });
    case "fictional_replenished":
      return builder.line("piles", null, "cover-me.event.fictional-replenished");
    case "year_began":
      return builder.line("season", null, "cover-me.event.year-began", {
        year: event.year,
        colour: event.next_clothes === null ? "none" : text(`clothes.${event.next_clothes}`),
      });
    case "swapped":
      return builder.line("piles", event.seat, "cover-me.event.swapped", { card: builder.cards([event.card]) });
    case "stayed":
      return builder.line("piles", event.seat, "cover-me.event.stayed");
    case "stacks_opened":
      return builder.line("season", null, "cover-me.event.stacks-opened");
    case "voted":
      if (event.play_on === null && table.players[event.seat]?.isYou) {
        return null; // the vote itself was shown only at that moment
      }
      return builder.line("season", event.seat, "cover-me.event.voted", {
        vote: event.play_on === null ? "" : vote(event.play_on),
      });
    case "votes_revealed": {
      const votes = event.votes.map(([seat, playOn]) => `${table.players[seat]?.name ?? ""}: ${vote(playOn)}`);
      return builder.line("season", null, "cover-me.event.votes-revealed", { votes: votes.join(", ") });
    }
    case "game_ended":
      return builder.line("season", null, "result.game-over");
  }
}

/** Return whether screen readers announce an event. That somebody has made a secret choice is seen, and not worth a sentence. */
export function isAnnounced(event: CoverMeEvent): boolean {
  switch (event.event) {
    case "placed":
      return event.cards.some((card) => card !== null);
    case "chose":
      return event.card !== null;
    case "voted":
      return event.play_on !== null;
    default:
      return true;
  }
}

/** Return the lines about events. The shuffles of the set-up are left out, and decisions of a substitute say so. */
export function linesOf(
  events: readonly CoverMeEvent[],
  table: Table,
  substitutions: readonly Substitution[] = [],
): Line[] {
  const setUp = events.findLastIndex(({ event }) => event === "dealt" || event === "influence_drawn");
  const substitutes = new Map(substitutions.map(({ events, by }) => [events, by]));
  return events.flatMap((event, place) => {
    const line = event.event === "shuffled" && place <= setUp ? null : lineOf(event, table);
    const by = substitutes.get(place);
    if (line !== null && by !== undefined) {
      line.segments.push(` (${text(`web.replay.${by}`)})`);
    }
    return line ?? [];
  });
}

/** Return the clothes colour that left the game before it began (CM-V3): the one that was not shuffled. Null: it is not known. */
export function removedColour(history: readonly CoverMeEvent[]): Clothes | null {
  const shuffled = history.flatMap((event) => (event.event === "shuffled" ? [event.pile] : []));
  const missing = Object.values(CLOTHES).filter((colour) => !shuffled.includes(colour));
  return missing.length === 1 ? (missing[0] ?? null) : null;
}

/** Return a line as plain text, for screen readers. */
export function plainText(line: Line, cardName: (card: CardText) => string): string {
  return line.segments
    .map((segment) => (typeof segment === "string" ? segment : segment.card === null ? "" : cardName(segment.card)))
    .join("");
}

function vote(playOn: boolean): string {
  return playOn ? text("cover-me.choice.play-on") : text("cover-me.choice.share");
}

/** Builds one line: puts cards into the message as placeholders, and splits the finished text at these placeholders. */
class LineBuilder {
  readonly #table: Table;
  readonly #cards: (CardText | null)[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  /** Return placeholders for these cards, or only their number if all are unknown. */
  cards(cards: Cards): string {
    if (cards.every((card) => card === null)) {
      return text("count.cards", { count: cards.length });
    }
    return cards.map((card) => String.fromCharCode(FIRST_PLACEHOLDER + this.#cards.push(card) - 1)).join(" ");
  }

  magazine(number: number): string {
    return magazineName(this.#magazine(number), this.#table);
  }

  owner(number: number): Seat | null {
    return this.#magazine(number).owner;
  }

  line(topic: Topic, seat: Seat | null, key: Key, values: Values = {}): Line {
    const person = seat === null ? {} : playerValues(seat, this.#table.players);
    const sentence = capitalize(text(key, { ...person, ...values }));
    const segments = sentence.split(PLACEHOLDER).map((piece) => {
      const place = piece.charCodeAt(0) - FIRST_PLACEHOLDER;
      return place >= 0 && place < this.#cards.length ? { card: this.#cards[place] ?? null } : piece;
    });
    // A sentence about another player only says how many cards. A replay knows the cards, and shows them behind the sentence.
    const unmentioned = this.#cards.filter(
      (_, place) => !sentence.includes(String.fromCharCode(FIRST_PLACEHOLDER + place)),
    );
    segments.push(...unmentioned.flatMap((card) => [" ", { card }]));
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

/** Placeholders for cards: characters of a private use area of Unicode, which no message contains. */
const FIRST_PLACEHOLDER = 0xe000;
const PLACEHOLDER = /([\uE000-\uF8FF])/;
