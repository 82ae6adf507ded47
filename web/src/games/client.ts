/**
 * Everything the pages need to know about a game. Each game implements `GameClient` once, in the `index.ts` of its folder, and
 * registry.ts lists the implementations. No other module asks which game it deals with.
 */
import type { Component, Snippet } from "svelte";
import type { Connection } from "../connection/connection";
import type { Sound } from "../design/sound.svelte";
import type { GameDeal } from "../fair/proof";
import type { Field } from "../form/fields";
import type { Setting } from "../table/settings";
import type { Key } from "../text/text.svelte";
import type { Action, Arrangement, Event, Public, Replay, Seat } from "../wire";

/** The name of a game on the wire, in addresses and in message keys. */
export type GameId = Arrangement["game"];

export const LEVELS = ["novice", "gentle", "good", "strong", "champion"] as const;
export type Level = (typeof LEVELS)[number];

/** The props of a game's table component. */
export interface TableProps {
  connection: Connection;
  decide: (action: Action) => void;
  dismissRefusal: () => void;
  /** Called whenever the table begins or ceases to show the present, and not what happened before. */
  showsPresent?: (isPresent: boolean) => void;
  /** Whether the table shows one thing after another, at the pace that the player has chosen. */
  isPaced?: boolean;
  /** How many events of the history were already shown on this screen. Null: all of them. */
  eventsShown?: number | null;
  /** Shown below the result when the game is over. */
  after?: Snippet | undefined;
}

/** The props of a game's replay component. */
export interface ReplayProps {
  replay: Replay;
  /** The table of the game. Null or missing: the record is from a file. */
  table?: string | null;
  /** The step that is shown, starting with 0 for the deal. */
  step: number;
}

/** The table of a game; or its record, if it came from a file. */
export type GameSource = { table: string } | { record: unknown };

/** The props of a game's component that says how one seat played. */
export interface ReviewProps {
  /** The analysis of this game, as the server sends it. */
  analysis: { readonly game: string };
  /** The replay as the seat saw it. */
  replay: Replay;
  seat: Seat;
  /** Where the game is. */
  source: GameSource;
}

/** The props of the pages and parts of pages that a game adds. */
export interface GamePageProps {
  client: GameClient;
}

/** Load a page. */
export type PageLoader = () => Promise<{ default: Component<GamePageProps> }>;

/** The methods receive arrangements and views of their own game only. */
export interface GameClient {
  readonly id: GameId;
  /** The game's name, which is the same in every language. */
  readonly name: string;
  readonly players: { readonly min: number; readonly max: number };
  /** The number of players of a new table. */
  readonly defaultPlayers: number;
  /** The server's name of the bot at each level. */
  readonly bots: Readonly<Record<Level, string>>;
  /** The number of bots that "play now" seats. */
  readonly opponents: number;
  /** The level of bots that a new player meets. */
  readonly firstLevel: Level;
  /** The lengths that "play now" offers, the usual one first. Empty: the game has only one. */
  readonly lengths: readonly string[];
  lengthName(length: string): string;
  /** Return what "play now" plays alone with bots. The first game of all is easier to begin with. */
  quickGame(players: number, choice: { length: string | null; isFirst: boolean }): Arrangement;
  /** Return the ordinary game that follows a first game. Null: the game was an ordinary one. */
  afterFirstGame(arrangement: Arrangement): Arrangement | null;

  /** Return the form fields for the optional rules. */
  optionFields(arrangement: Arrangement, change: (changed: Arrangement) => void): Field[];
  /** Return the arrangement for another number of players, without the options that do not fit it. */
  forPlayers(arrangement: Arrangement, players: number): Arrangement;
  /** The table settings that have no meaning in this game. */
  readonly unusedSettings: readonly Setting[];

  /** The picture on the home page and on the page where people join a table. */
  readonly Picture: Component;
  /** The picture of a section of the rules, such as "season". Many sections have none. */
  readonly RulePicture: Component<{ section: string }>;
  /** SVG definitions that the game's drawings refer to; every page contains them once. */
  readonly SvgDefinitions: Component | null;
  readonly Table: Component<TableProps>;
  readonly replay: () => Promise<{ default: Component<ReplayProps, Record<string, never>, "step"> }>;
  /** Load the component that says how somebody played. */
  readonly review: () => Promise<{ default: Component<ReviewProps> }>;
  /** The sounds of events, the most important first. */
  readonly sounds: readonly (readonly [event: Event["event"], sound: Sound])[];
  /** How the cards are dealt, for the proof that a deal was fair. */
  readonly deal: GameDeal;

  /** A button with a hint for somebody who plays alone with bots. Null: the game gives none. */
  readonly HintButton: Component<{ connection: Connection }> | null;

  /** Whether several people can share one device. Null: they cannot. */
  readonly passAndPlay: {
    /** Return a key that changes whenever everybody at the device should see the table before play goes on. */
    phaseKey(shown: Public): string;
  } | null;
  /** The path of the tutorial, which is one of `pages`, and its title. */
  readonly tutorial: { readonly path: string; readonly title: Key };
  /** What is explained to somebody who plays for the first time. */
  readonly coach: {
    /** Return the message about what the player has to do now. Null: nothing. */
    task(connection: Connection): Key | null;
    /** The CSS selector of what the player can tap. */
    readonly choices: string;
    /** The CSS selector of what the note may not cover. */
    readonly clear: string;
  };
  /** The pages that only this game has, by path. Each is loaded when it is opened. */
  readonly pages: Readonly<Record<string, PageLoader>>;
  /** List items on the home page for what one person can play alone. */
  readonly SoloEntries: Component<GamePageProps> | null;
  /** The tool for people who play with the boxed game; its path is one of `pages`. */
  readonly companion: { readonly path: string; readonly title: Key } | null;
}

/** Return the level at which a bot plays. Null: the bot is not one of those that the client offers. */
export function levelOf({ bots }: Pick<GameClient, "bots">, bot: string): Level | null {
  return LEVELS.find((level) => bots[level] === bot) ?? null;
}

/** Return the possible numbers of players. */
export function playerCounts({ players: { min, max } }: GameClient): number[] {
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}
