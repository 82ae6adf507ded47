/** What a socket and HTTP carry: messages, and in them the table and the game as this viewer sees them. */

export type Seat = number;
export type CardText = string;

// Cover Me

export type Season = "winter" | "spring" | "summer" | "fall";
export type Phase = "draft" | "place" | "feature" | "replenish" | "new year" | "vote" | "over";
export type Decision = "take" | "place" | "feature" | "keep" | "swap" | "vote";
export type Row = "primary" | "secondary";
export type Source = "blonde" | "red-brown" | "black" | "face-down";
export type Fate = "prestige stack" | "side stack" | "influence row";
export type Trait = "clothes" | "hair" | "length" | "pattern";
export type Clothes = "yellow" | "red" | "blue" | "green" | "black" | "white";

/** The fashion tracks, by active trait: how often each characteristic counts. */
export type Counts = Partial<Record<Trait, Record<string, number>>>;
/** The trends, by active trait. */
export type TrendNames = Partial<Record<Trait, string[]>>;
/** Cards whose exact place in a pile is known, counted from its top, which is 0. */
export type KnownPlaces = [number, CardText][];

export type Take = { event: "take"; from: Source };
export type Place = { event: "place"; cards: CardText[] };
export type Feature = { event: "feature"; magazine: Row; card: CardText };
export type Keep = { event: "keep"; cards: CardText[] };
export type Swap = { event: "swap"; card: CardText };
export type Stay = { event: "stay" };
export type Vote = { event: "vote"; play_on: boolean };
export type Action = Take | Place | Feature | Keep | Swap | Stay | Vote;

export interface Result {
  scores: number[];
  places: number[];
}

export interface Magazine {
  owner: Seat | null;
  row: Row;
  covers: CardText[];
  values: number[];
  has_placed: boolean;
  placed: CardText | null;
}

export interface Stack {
  size: number;
  cards: CardText[] | null;
  worth: number | null;
}

export interface HiddenPile {
  size: number;
  known: KnownPlaces;
}

/** What everybody sees of a game of Cover Me. */
export interface Public {
  game: "cover-me";
  year: number;
  season: Season;
  month: number;
  start: Seat;
  phase: Phase;
  decision: Decision | null;
  to_act: Seat[];
  tracks: Counts;
  trends: TrendNames;
  influence_row: CardText[];
  magazines: Magazine[];
  open_piles: { top: CardText | null; size: number }[];
  face_down: HiddenPile;
  next_pile: HiddenPile;
  next_clothes: Clothes | null;
  set_aside: Clothes[];
  discard: CardText[];
  fictional_pile: { size: number; known: CardText[] } | null;
  hands: { size: number; known: CardText[] }[];
  looked: (CardText | null)[];
  prestige_stacks: Stack[];
  side_stacks: Stack[];
  unseen: CardText[];
  result: Result | null;
}

/** What only one seat sees; what the public part says of the same thing is less, and this stands in its place. */
export interface Private {
  game: "cover-me";
  seat: Seat;
  legal: Action[];
  hand: CardText[];
  placed: (CardText | null)[];
  featured: (CardText | null)[];
  hands: CardText[][];
  face_down: KnownPlaces;
  next_pile: KnownPlaces;
  fictional_pile: CardText[];
  looked: (CardText | null)[];
  prestige_stack: Stack;
  side_stack: Stack | null;
  seen: CardText[];
  vote: boolean | null;
}

export type Event =
  | { event: "shuffled"; pile: string; size: number }
  | { event: "dealt"; seat: Seat; cards: (CardText | null)[] }
  | { event: "fictional_pile_formed"; size: number }
  | { event: "influence_drawn"; cards: CardText[] }
  | { event: "turned"; cards: CardText[] }
  | { event: "took"; seat: Seat; source: Source; card: CardText | null }
  | { event: "took_next"; seat: Seat; card: CardText | null }
  | { event: "went_without"; seat: Seat }
  | { event: "looked"; seat: Seat; cards: (CardText | null)[] }
  | { event: "kept"; seat: Seat; kept: (CardText | null)[]; put_back: (CardText | null)[] }
  | { event: "season_began"; year: number; season: Season; start: Seat }
  | { event: "fictional_placed"; b: CardText | null; a_placed: boolean }
  | { event: "placed"; seat: Seat; cards: (CardText | null)[] }
  | { event: "revealed"; month: number; covers: [number, CardText][] }
  | { event: "judged"; tracks: Counts; trends: TrendNames; values: number[][] }
  | { event: "chose"; magazine: number; seat: Seat; card: CardText | null }
  | { event: "featured"; magazine: number; cards: CardText[]; value: number; fate: Fate; returned: CardText[] }
  | { event: "influence_discarded"; cards: CardText[] }
  | { event: "fictional_replenished"; face_down: number; next_pile: number }
  | { event: "year_began"; year: number; discarded: CardText[]; next_clothes: Clothes | null }
  | { event: "swapped"; seat: Seat; card: CardText }
  | { event: "stayed"; seat: Seat }
  | { event: "voted"; seat: Seat; play_on: boolean | null }
  | { event: "votes_revealed"; votes: [Seat, boolean][] }
  | { event: "game_ended"; result: Result };

// The table

export type StoodInFor = "away" | "once" | "left" | "removed";

/** One seat; a free one has no name. Times are milliseconds since 1970. */
export interface SeatPlace {
  name: string | null;
  bot: string | null;
  present: boolean;
  ready: boolean;
  muted: boolean;
  stood_in_for: StoodInFor | null;
  stand_in_at: number | null;
  decision_until: number | null;
  nonce: string | null;
}

/** How people are seated and served; times are seconds. */
export interface Settings {
  listed: boolean;
  away_after: number | null;
  decision_time: number | null;
  stand_in: string | null;
  chat: boolean;
  spectators: boolean;
  abandoned_after: number;
}

/** The optional rules of a game of Cover Me; what is left out has its default. */
export interface CoverMeOptions {
  length?: "standard" | "longer" | "shorter";
  same_value?: "Y" | "R" | "B" | "G" | "K" | "W" | "drawn" | null;
  years?: number | null;
  two_player?: "fictional" | "advanced";
  first_game?: boolean;
  open_scores?: boolean;
  start?: Seat | null;
}

/** The optional rules of a game of Cover Up; what is left out has its default. */
export interface CoverUpOptions {
  hourglass?: number;
  round_limit?: number | null;
  assist?: boolean;
}

/** Which game is played, by how many, with which options. */
export type Arrangement =
  | { game: "cover-me"; players: number; options: CoverMeOptions }
  | { game: "cover-up"; players: number; options: CoverUpOptions };

export type Stage = "lobby" | "playing" | "over" | "closed";

/** A table around its game. */
export interface TableView {
  id: string;
  title: string;
  stage: Stage;
  settings: Settings;
  seats: SeatPlace[];
  host: Seat | null;
  round_start: number | null;
  commitment: string;
  seed: string | null;
  rematch: string | null;
  rematch_of: string | null;
  closed: string | null;
}

/** Something said at the table, and who said it. */
export interface Message {
  sequence: number;
  at: number;
  seat: Seat | null;
  name: string;
  text: string;
}

// Messages

/** What is carried out once, by its id, and answered with `done` or `refused`. */
export type Order =
  | { type: "act"; id: string; seen: number; action: Action }
  | { type: "say"; id: string; text: string }
  | { type: "ready"; id: string; ready: boolean; seen: number; nonce: string | null }
  | { type: "start"; id: string }
  | { type: "arrange"; id: string; arrangement: Arrangement; settings: Settings }
  | { type: "seat_bot"; id: string; seat: Seat; bot: string; name: string }
  | { type: "remove"; id: string; seat: Seat }
  | { type: "mute"; id: string; seat: Seat; muted: boolean }
  | { type: "take_back"; id: string }
  | { type: "rematch"; id: string }
  | { type: "leave"; id: string }
  | { type: "close"; id: string };

export type Sent = { type: "hello"; token: string | null } | { type: "ping"; n: number } | Order;

/** Who the client is to the table; without a seat, and not the host: a spectator. */
export interface You {
  seat: Seat | null;
  host: boolean;
}

export interface Welcome {
  type: "welcome";
  you: You;
  sequence: number;
  at: number;
  table: TableView;
  arrangement: Arrangement;
  chat: Message[];
  public?: Public;
  private?: Private;
  history: Event[];
}
export interface Update {
  type: "update";
  sequence: number;
  at: number;
  you?: You;
  table?: TableView;
  arrangement?: Arrangement;
  public?: Public;
  private?: Private;
  events?: Event[];
  said?: Message[];
}
export interface Done {
  type: "done";
  id: string;
  sequence: number;
}
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  reason: string;
  rule: string | null;
  sequence: number;
  public?: Public;
  private?: Private;
}
export interface Pong {
  type: "pong";
  n: number;
  at: number;
}
export interface Goodbye {
  type: "goodbye";
  code: string;
  reason: string;
  /** In how many seconds to come again; null: it would be of no use. */
  again_after: number | null;
}

export type Told = Welcome | Update | Done | Refused | Pong | Goodbye;

// Over HTTP

/** A table that waits for players, in the list of those. */
export interface Offer {
  table: string;
  title: string;
  game: "cover-me" | "cover-up";
  players: number;
  taken: number;
  opened_at: number;
}
export interface Opened {
  table: string;
  host_token: string;
  commitment: string;
}
export interface Joined {
  seat: Seat;
  token: string;
}
export interface Problem {
  code: string;
  reason: string;
  rule: string | null;
}
