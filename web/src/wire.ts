// Written by scripts/wire_types.py from the types of covergames.wire. Do not edit.

/** The version of the protocol that this client speaks. */
export const PROTOCOL = 1;

/** How many characters a name, a title and a chat message may have. */
export const MAX_NAME_LENGTH = 24;
export const MAX_TITLE_LENGTH = 60;
export const MAX_CHAT_LENGTH = 300;
export const MAX_REASON_LENGTH = 300;

/** A card in the notation of records. */
export type CardText = string;

/** A place at the table, counted clockwise from 0. */
export type Seat = number;

export type Source = "blonde" | "red-brown" | "black" | "face-down";
export type Row = "primary" | "secondary";
export type GameLength = "standard" | "longer" | "shorter";
export type TwoPlayer = "fictional" | "advanced";
export type Colour = "green" | "yellow" | "red";
export type Stage = "lobby" | "playing" | "over" | "closed";
export type StoodInFor = "away" | "once" | "left" | "removed";
export type Notice = "left" | "removed" | "away" | "back";
export type Season = "winter" | "spring" | "summer" | "fall";
export type CoverMePhase = "draft" | "place" | "feature" | "replenish" | "new year" | "vote" | "over";
export type Decision = "take" | "place" | "feature" | "keep" | "swap" | "vote";
export type Trait = "clothes" | "hair" | "length" | "pattern";
export type Clothes = "yellow" | "red" | "blue" | "green" | "black" | "white";
export type CoverUpPhase = "lay" | "give-back" | "over";
export type Fate = "prestige stack" | "side stack" | "influence row";
export type ReportReason = "insult" | "spam" | "name" | "cheating" | "other";
export type Kind = "deal" | "draws" | "rivals" | "decision" | "estimate";
export type Mark = "inaccuracy" | "mistake" | "blunder";

export type ClientMessage =
  | Hello
  | Act
  | Say
  | Ready
  | Start
  | Arrange
  | SeatBot
  | Remove
  | Mute
  | TakeBack
  | Rematch
  | Leave
  | Close
  | Ping;

export type ServerMessage =
  | Welcome
  | Update
  | Done
  | Refused
  | Pong
  | Goodbye;

export type Order =
  | Act
  | Say
  | Ready
  | Start
  | Arrange
  | SeatBot
  | Remove
  | Mute
  | TakeBack
  | Rematch
  | Leave
  | Close;

export type Arrangement =
  | CoverMe
  | CoverUp;

export type CoverMeAction =
  | Take
  | CoverMePlace
  | Feature
  | Keep
  | Swap
  | Stay
  | Vote;

export type CoverUpAction =
  | Lay
  | Lift
  | Flip
  | CoverUpDone
  | GiveBack;

export type Action =
  | CoverMeAction
  | CoverUpAction;

export type CoverMeEvent =
  | Shuffled
  | Dealt
  | FictionalPileFormed
  | InfluenceDrawn
  | Turned
  | Took
  | TookNext
  | WentWithout
  | Looked
  | Kept
  | SeasonBegan
  | FictionalPlaced
  | Placed
  | Revealed
  | Judged
  | Chose
  | Featured
  | InfluenceDiscarded
  | FictionalReplenished
  | YearBegan
  | Swapped
  | Stayed
  | StacksOpened
  | Voted
  | VotesRevealed
  | CoverMeGameEnded;

export type CoverUpEvent =
  | Laid
  | Lifted
  | Flipped
  | WasDone
  | TimeRanOut
  | RoundScored
  | ChoseGiveBack
  | Exchanged
  | Passed
  | RoundBegan
  | CoverUpGameEnded;

export type Event =
  | CoverMeEvent
  | CoverUpEvent;

export type Public =
  | CoverMePublic
  | CoverUpPublic;

export type Private =
  | CoverMePrivate
  | CoverUpPrivate;

export type FaceUp =
  | CoverMeFaceUp
  | CoverUpFaceUp;

/** Identify the client. The first message on a socket; every version of the protocol keeps it. */
export interface Hello {
  type: "hello";
  /** The token of a seat or of the host; null: a spectator. */
  token: string | null;
  /** The version of the protocol that the client speaks. */
  protocol?: number;
}

/** Take a decision in the game. */
export interface Act {
  type: "act";
  id: string;
  seen: number;
  action: Action;
}

/** Take the top card of a pile (CM-S6, CM-R1, CM-Y2, CM-A1, CM-V3). */
export interface Take {
  event: "take";
  from: Source;
}

/** Choose this month's cover in secret (CM-P1), or two: primary, then secondary (CM-A2). */
export interface CoverMePlace {
  event: "place";
  cards: CardText[];
}

/** Choose which of the equally trendy models goes to the season special (CM-M2). */
export interface Feature {
  event: "feature";
  magazine: Row;
  card: CardText;
}

/** Keep these of the cards taken from the next pile, in whatever order they are named (CM-R2, CM-A5). */
export interface Keep {
  event: "keep";
  cards: CardText[];
}

/** Discard this hand card in the new year; a taking follows (CM-Y2). */
export interface Swap {
  event: "swap";
  card: CardText;
}

/** Keep the hand as it is in the new year (CM-Y2). */
export interface Stay {
  event: "stay";
}

/** Play another season, or share the victory (CM-X4). */
export interface Vote {
  event: "vote";
  play_on: boolean;
}

/** Lay a card, or move one that is laid; it goes to the top of the pile (CU-P1). */
export interface Lay {
  event: "lay";
  card: CardText;
  flip: boolean;
  turn: number;
  x: number;
  y: number;
}

/** Take a card off the pile again (CU-P1). */
export interface Lift {
  event: "lift";
  card: CardText;
}

/** Flip the hourglass (CU-H1). */
export interface Flip {
  event: "flip";
}

/** Touch the cards no more (CU-H2). */
export interface CoverUpDone {
  event: "done";
}

/** Give a green card back for a harder one (CU-N1). */
export interface GiveBack {
  event: "give_back";
  card: CardText;
}

/** Write a chat message to everybody at the table. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Declare that you are ready to start, or no longer ready. Stale if the table was rearranged after `seen`. */
export interface Ready {
  type: "ready";
  id: string;
  ready: boolean;
  seen: number;
  /** Replaces the nonce that you gave when you took the seat. */
  nonce?: string | null;
}

/** Start the game. Only the host may send it. */
export interface Start {
  type: "start";
  id: string;
}

/** Change players, options and settings before the game. Only the host may send it. */
export interface Arrange {
  type: "arrange";
  id: string;
  arrangement: Arrangement;
  settings: Settings;
}

/** The game of a table, the number of players, and the options of the game. */
export interface CoverMe {
  game: "cover-me";
  players: number;
  options: CoverMeOptions;
}

/** The optional rules of one game; the defaults are the rulebook's main game. */
export interface CoverMeOptions {
  length?: GameLength;
  same_value?: "Y" | "R" | "B" | "G" | "K" | "W" | "drawn" | null;
  years?: number | null;
  two_player?: TwoPlayer;
  first_game?: boolean;
  open_scores?: boolean;
  /** The starting seat; null: drawn by lot (CM-S4). A record keeps it beside the options. */
  start?: Seat | null;
}

/** The game of a table, the number of players, and the options of the game. */
export interface CoverUp {
  game: "cover-up";
  players: number;
  options: CoverUpOptions;
}

/** The optional rules of one game; the defaults are the rulebook's game with the house deck. */
export interface CoverUpOptions {
  deck?: Deck | "house";
  /** Seconds (CU-H1). */
  hourglass?: number;
  /** Seconds; null: no limit (CU-H2). */
  round_limit?: number | null;
  /** Illegal overlaps are shown, and an illegal pile cannot flip (CU-H1). */
  assist?: boolean;
}

/** The 108 cards of a game; a `Card` is an index into it (CU-C1). */
export interface Deck {
  name: string;
  /** Their names; the first symbol has the number 1. */
  symbols: string[];
  cards: Face[];
  /** The rows of squares on a card (CU-C2). */
  rows: 2;
  /** The columns of squares on a card (CU-C2). */
  columns: 4;
}

/** What is printed on a card. */
export interface Face {
  id: string;
  colour: Colour;
  squares: number[];
}

/** The settings of a table that do not affect the rules of its game. */
export interface Settings {
  /** Whether the public list of open tables contains it. */
  listed: boolean;
  /** Seconds until a bot stands in for a person who is away while others wait; null: never. */
  away_after: number | null;
  /** Seconds until a bot takes a decision that a person has not taken; null: never. */
  decision_time: number | null;
  /** The bot that stands in; null: the default of the game. */
  stand_in: string | null;
  /** Whether the table has a chat. */
  chat: boolean;
  /** Whether people without a seat may watch the game. */
  spectators: boolean;
  /** Seconds until a table closes at which nobody is present. */
  abandoned_after: number;
}

/** Give a free seat to a bot. Only the host may send it. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: Seat;
  bot: string;
  name: string;
}

/** Remove a person or a bot from a seat. Only the host may send it. */
export interface Remove {
  type: "remove";
  id: string;
  seat: Seat;
}

/** Mute a person in the chat, or unmute them. Only the host may send it. */
export interface Mute {
  type: "mute";
  id: string;
  seat: Seat;
  muted: boolean;
}

/** Decide again in person, after a bot stood in for you. */
export interface TakeBack {
  type: "take_back";
  id: string;
}

/** Open a table for the same people when the game is over. Only the host may send it; while the host is away, every player may. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Leave the seat; during the game a bot stands in. The server answers with a goodbye and closes the socket. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Close the table before or after the game. Only the host may send it. */
export interface Close {
  type: "close";
  id: string;
}

/** Ask for a `Pong`, which has the server's time. */
export interface Ping {
  type: "ping";
  /** A number that the `Pong` repeats. */
  n: number;
  /** The latest round-trip time in milliseconds. The table shows it to everybody; it has no other effect. */
  delay?: number | null;
}

/** The answer to `Hello`: everything that the client may know. */
export interface Welcome {
  type: "welcome";
  you: You;
  /** The sequence number of the table's latest entry. */
  sequence: number;
  /** The server's time, in milliseconds since 1970. */
  at: number;
  table: TableView;
  arrangement: Arrangement;
  chat: Message[];
  /** What everybody sees of the game; missing before its start. */
  public?: Public;
  /** What only the client's seat sees of the game. */
  private?: Private;
  /** How many decisions the game has had, so that the client can compare what it sees with the record; missing before its start. */
  decisions?: number;
  /** The past events, redacted for spectators: all events in Cover Me, the scores of the rounds in Cover Up. */
  history: Event[];
  /** The decisions that a bot took for a person; missing: there were none. */
  substitutions?: Substitution[];
}

/** The role of the client at the table. */
export interface You {
  /** Null: the client has no seat. */
  seat: Seat | null;
  /** Whether the client is the host. A client that has no seat and is not the host is a spectator. */
  host: boolean;
}

/** The public view of a table, without its game. Times are milliseconds since 1970. */
export interface TableView {
  id: string;
  title: string;
  stage: Stage;
  settings: Settings;
  seats: Place[];
  /** The seat of the host; null: the host has no seat. */
  host: Seat | null;
  /** When the current round starts, after the countdown; null: no round in real time is being played. */
  round_start: number | null;
  /** The SHA-256 of the seed of the deal. */
  commitment: string;
  /** The seed of the deal; null while the game can still be played, because all shuffles follow from it. */
  seed: string | null;
  /** The table of the rematch; null: there is none. */
  rematch: string | null;
  /** The table of the previous game; null: the table is not a rematch. */
  rematch_of: string | null;
  /** Why the table was closed; null: it is not closed. */
  closed: string | null;
  /** The finished game that this one continues; missing: none. */
  origin?: Origin;
}

/** A seat of a table. Times are milliseconds since 1970. */
export interface Place {
  /** Null: the seat is free. */
  name: string | null;
  /** The bot in the seat; null: a person, or nobody. */
  bot: string | null;
  /** Whether the person has an open connection. */
  present: boolean;
  ready: boolean;
  muted: boolean;
  /** Why a bot stands in for the person; null: no bot does. */
  stood_in_for: StoodInFor | null;
  /** When a bot will stand in for the person, who is away; null: never. */
  stand_in_at: number | null;
  /** When a bot will take the person's decision; null: never. */
  decision_until: number | null;
  /** The round-trip time between the person and the server in milliseconds, as their client reports it, rounded up. */
  delay: number | null;
  /** What the person added to the shuffle; null before the deal. */
  nonce: string | null;
}

/** The finished game that a table continues, and from where. Such a game is not rated. */
export interface Origin {
  /** The table of that game; null: its record came from a file. */
  table: string | null;
  /** How many decisions that game had had. */
  step: number;
  /** How many events of its record that takes: shuffles and decisions. */
  events: number;
  /** The seat from whose knowledge the game continues. */
  seat: number;
  /** Whether the cards that the seat had not seen were dealt anew; otherwise all cards are as they were. */
  anew: boolean;
  /** The SHA-256 of that game up to there (docs/fair-deals.md); empty while the game can still be played, for it tells cards. */
  digest: string;
}

/** A chat message, or a notice of the table. It has the person's name, because the seat may have another owner later. */
export interface Message {
  sequence: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Null: the host, without a seat. */
  seat: Seat | null;
  name: string;
  /** Empty if the message is a notice. */
  text: string;
  /** What the table reports about the person in the seat; null: somebody wrote the message. */
  notice: Notice | null;
}

/** The game as one seat, or a spectator, sees it. */
export interface CoverMePublic {
  game: "cover-me";
  year: number;
  season: Season;
  month: number;
  start: Seat;
  phase: CoverMePhase;
  decision: Decision | null;
  to_act: Seat[];
  tracks: Partial<Record<Trait, Record<string, number>>>;
  trends: Partial<Record<Trait, string[]>>;
  influence_row: CardText[];
  magazines: MagazineView[];
  open_piles: OpenPileView[];
  /** Top first; where the viewer knows a card's exact place, the card. */
  face_down: HiddenPile;
  /** Top first; where the viewer knows a card's exact place, the card. */
  next_pile: HiddenPile;
  next_clothes: Clothes | null;
  /** The colours that will be the next pile, the coming one first. */
  set_aside: Clothes[];
  discard: CardText[];
  fictional_pile: FictionalPileView | null;
  hands: HandView[];
  /** Cards drawn from the next pile by the seat that is choosing which to keep. */
  looked: (CardText | null)[];
  prestige_stacks: StackView[];
  side_stacks: StackView[];
  /** Every card of the game whose place the viewer does not know, even with a perfect memory. */
  unseen: CardText[];
  result: Result | null;
}

/** A magazine: its revealed covers with their current trend values, and the cover placed this month. */
export interface MagazineView {
  owner: Seat | null;
  row: Row;
  covers: CardText[];
  values: number[];
  has_placed: boolean;
  /** The cover placed and not yet revealed, where the viewer may see it. */
  placed: CardText | null;
}

/** An open pile: its top card and its size. */
export interface OpenPileView {
  top: CardText | null;
  size: number;
}

/** A face-down pile: its size, and what is known to lie where. */
export interface HiddenPile {
  size: number;
  known: [number, CardText][];
}

/** The fictional pile: its size, and the cards that are known to be in it or face down at A, unordered (CM-21). */
export interface FictionalPileView {
  size: number;
  known: CardText[];
}

/** A hand: its size, and the cards in it that the viewer knows. A seat knows all cards of its own hand, and the cards that it saw go to other hands. A cover that is placed but not revealed counts as in hand, because nobody else knows it. */
export interface HandView {
  size: number;
  known: CardText[];
}

/** A prestige or side stack. Only its owner sees the cards, until all stacks are open (CM-X1, CM-I2). */
export interface StackView {
  size: number;
  cards: CardText[] | null;
  worth: number | null;
}

/** The result of a finished game: score and place of every seat. Seats that tie have the same place. */
export interface Result {
  scores: number[];
  places: number[];
}

/** The game as one seat, or a spectator, sees it. */
export interface CoverUpPublic {
  game: "cover-up";
  round: number;
  phase: CoverUpPhase;
  to_act: Seat[];
  seats: SeatView[];
  flipped_by: Seat | null;
  flipped_at: number | null;
  /** The time of the round's latest action, in milliseconds. */
  now: number;
  /** When time will be up, in milliseconds; null: not yet known. */
  deadline: number | null;
  /** The size of the green pile. */
  green: number;
  yellow: number;
  red: number;
  result: Result | null;
}

/** The cards and the points of one seat. */
export interface SeatView {
  /** All cards of the seat, those laid as well. */
  hand: CardText[];
  pile: Placement[];
  /** The visible symbols of the pile as it lies, be it legal or not. */
  visible: number;
  /** Whether each card of the pile lies legally: with assist, and when the round is over; null before. */
  verdicts: Verdict[] | null;
  locked: boolean;
  flipped: boolean;
  has_given_back: boolean;
  total: number;
}

/** A card on the table: mirrored left-right if `flip`, then `turn` quarter turns clockwise, top-left square at (x, y). */
export interface Placement {
  card: CardText;
  flip: boolean;
  turn: number;
  x: number;
  y: number;
}

/** Whether a card lies legally in its pile: with whom it conflicts, with whom it is linked, and in which group. */
export interface Verdict {
  placement: Placement;
  conflicts: Conflict[];
  linked_to: CardText[];
  in_group: boolean;
}

/** Two cards with different symbols on one square, the lower card first (CU-P3). */
export interface Conflict {
  fault: "conflict";
  x: number;
  y: number;
  below: CardText;
  above: CardText;
}

/** What only one seat sees: its own cards, and the cards that it alone saw (CM-I1, CM-I2). */
export interface CoverMePrivate {
  game: "cover-me";
  seat: Seat;
  legal: CoverMeAction[];
  hand: CardText[];
  /** One for each magazine of the seat, primary first. */
  placed: (CardText | null)[];
  /** One for each magazine of the seat, primary first. */
  featured: (CardText | null)[];
  /** What only this seat knows to be in each hand. */
  hands: CardText[][];
  face_down: [number, CardText][];
  next_pile: [number, CardText][];
  fictional_pile: CardText[];
  looked: [number, CardText][];
  prestige_stack: StackView;
  side_stack: StackView | null;
  /** All cards whose place only this seat knows, wherever they are. */
  seen: CardText[];
  vote: boolean | null;
}

/** What only one seat sees. */
export interface CoverUpPrivate {
  game: "cover-up";
  seat: Seat;
  /** What the seat may do now besides laying a card, for clients that know no rules. */
  legal: CoverUpAction[];
  /** Its own choice, while others still choose (CU-I1). */
  giving_back: CardText | null;
}

/** A pile was shuffled. */
export interface Shuffled {
  event: "shuffled";
  pile: string;
  size: number;
}

/** A seat was dealt cards (CM-S6, CM-S7, CM-A1, CM-V3). */
export interface Dealt {
  event: "dealt";
  seat: Seat;
  cards: (CardText | null)[];
}

/** The two fictional magazines got their pile, unseen (CM-21). */
export interface FictionalPileFormed {
  event: "fictional_pile_formed";
  size: number;
}

/** The first cards of the influence row (CM-S5). */
export interface InfluenceDrawn {
  event: "influence_drawn";
  cards: CardText[];
}

/** Cards turned from the face-down pile onto the open piles, in this order (CM-S2, CM-S8). */
export interface Turned {
  event: "turned";
  cards: CardText[];
}

/** A seat took the top card of an open pile, which all saw, or of the face-down pile (CM-S6, CM-R1). */
export interface Took {
  event: "took";
  seat: Seat;
  source: Source;
  card: CardText | null;
}

/** A seat took the top of the next pile without a choice (CM-R4, CM-R5). */
export interface TookNext {
  event: "took_next";
  seat: Seat;
  card: CardText | null;
}

/** A seat took no card, because there was none left (CM-R4). */
export interface WentWithout {
  event: "went_without";
  seat: Seat;
}

/** A seat drew cards from the next pile to choose from (CM-R2, CM-A5). */
export interface Looked {
  event: "looked";
  seat: Seat;
  cards: (CardText | null)[];
}

/** A seat kept some of the cards it drew and put the others under the next pile (CM-R2, CM-A5). */
export interface Kept {
  event: "kept";
  seat: Seat;
  kept: (CardText | null)[];
  put_back: (CardText | null)[];
}

/** A season began with this starting seat (CM-N1). */
export interface SeasonBegan {
  event: "season_began";
  year: number;
  season: Season;
  start: Seat;
}

/** The fictional magazines placed their covers: A's face down, B's face up (CM-22). */
export interface FictionalPlaced {
  event: "fictional_placed";
  b: CardText | null;
  /** Whether A, whose card nobody sees, placed one at all (CM-24). */
  a_placed: boolean;
}

/** A seat chose its covers of the month, face down (CM-P1, CM-A2). */
export interface Placed {
  event: "placed";
  seat: Seat;
  cards: (CardText | null)[];
}

/** All covers of the month were turned face up together (CM-P1). */
export interface Revealed {
  event: "revealed";
  month: number;
  covers: [number, CardText][];
}

/** The season's tracks and trends are final, and so is the trend value of each cover (CM-T3, CM-T4). */
export interface Judged {
  event: "judged";
  tracks: Partial<Record<Trait, Record<string, number>>>;
  trends: Partial<Record<Trait, string[]>>;
  values: number[][];
}

/** A seat chose, in secret, which model one of its magazines features (CM-M2). */
export interface Chose {
  event: "chose";
  magazine: number;
  seat: Seat;
  card: CardText | null;
}

/** A magazine's season special and where it went; its other models went back where they came from. */
export interface Featured {
  event: "featured";
  magazine: number;
  cards: CardText[];
  value: number;
  fate: Fate;
  returned: CardText[];
}

/** Last season's influence row was discarded (CM-E1). */
export interface InfluenceDiscarded {
  event: "influence_discarded";
  cards: CardText[];
}

/** The fictional pile got cards from these piles, unseen (CM-24). */
export interface FictionalReplenished {
  event: "fictional_replenished";
  face_down: number;
  next_pile: number;
}

/** A new year: new open piles, and this colour, if any, as the new next pile (CM-Y1). */
export interface YearBegan {
  event: "year_began";
  year: number;
  discarded: CardText[];
  next_clothes: Clothes | null;
}

/** A seat discarded a card in the new year (CM-Y2). */
export interface Swapped {
  event: "swapped";
  seat: Seat;
  card: CardText;
}

/** A seat kept its hand in the new year (CM-Y2). */
export interface Stayed {
  event: "stayed";
  seat: Seat;
}

/** All stacks were turned face up for everybody after the last season (CM-X1). */
export interface StacksOpened {
  event: "stacks_opened";
  /** By seat. */
  prestige_stacks: CardText[][];
  /** By seat; empty unless each of two players runs two magazines (CM-A4). */
  side_stacks: CardText[][];
}

/** A seat voted, in secret (CM-X4). */
export interface Voted {
  event: "voted";
  seat: Seat;
  play_on: boolean | null;
}

/** The votes of the tied leaders, by seat (CM-X4). */
export interface VotesRevealed {
  event: "votes_revealed";
  votes: [Seat, boolean][];
}

/** The game is over (CM-X1). */
export interface CoverMeGameEnded {
  event: "game_ended";
  result: Result;
}

/** A card was laid or moved, to the top of the pile. */
export interface Laid {
  event: "laid";
  seat: Seat;
  placement: Placement;
  t: number;
}

/** A card was taken off the pile. */
export interface Lifted {
  event: "lifted";
  seat: Seat;
  card: CardText;
  t: number;
}

/** The hourglass was flipped; the others have until `deadline`. */
export interface Flipped {
  event: "flipped";
  seat: Seat;
  t: number;
  deadline: number;
}

/** A seat will not move its cards any more in this round (CU-H2). */
export interface WasDone {
  event: "was_done";
  seat: Seat;
  t: number;
}

/** The sand ran out, or the round limit was reached. */
export interface TimeRanOut {
  event: "time_ran_out";
  t: number;
}

/** A round is over: the removed cards and the points of each seat. */
export interface RoundScored {
  event: "round_scored";
  round: number;
  scores: SeatScore[];
}

/** One seat's points of one round, with what was removed and why (CU-S1 to CU-S4). */
export interface SeatScore {
  pile: Placement[];
  removed: Removal[];
  not_laid: CardText[];
  visible: number;
  aside_symbols: number;
  /** -1 or 1 for the seat that flipped, 0 for the others (CU-S4). */
  hourglass: number;
  /** All points of the round. */
  points: number;
}

/** A card taken off the top at scoring, and what was wrong with the pile while it lay there (CU-S1). */
export interface Removal {
  card: CardText;
  faults: (Conflict | Unlinked)[];
}

/** Cards that no chain of shared symbols joins to the bottom card's group (CU-P4). */
export interface Unlinked {
  fault: "unlinked";
  cards: CardText[];
}

/** A seat chose the green card to give back; the others do not see which. */
export interface ChoseGiveBack {
  event: "chose_give_back";
  seat: Seat;
  card: CardText | null;
}

/** A seat gave a green card back and took a harder one (CU-N1). */
export interface Exchanged {
  event: "exchanged";
  seat: Seat;
  gave: CardText;
  took: CardText;
}

/** All five cards went to the next seat (CU-N2). */
export interface Passed {
  event: "passed";
  seat: Seat;
  to: Seat;
  cards: CardText[];
}

/** A round began: all seats lay their cards (CU-R2). */
export interface RoundBegan {
  event: "round_began";
  round: number;
}

/** The game is over: round five was scored (CU-X1). */
export interface CoverUpGameEnded {
  event: "game_ended";
  result: Result;
}

/** A decision that a bot took for a person. */
export interface Substitution {
  /** How many events of the history came before it. */
  events: number;
  by: "stand-in" | "clock";
}

/** A change of the table. Every part that has changed is sent as a whole; unchanged parts are missing. */
export interface Update {
  type: "update";
  /** The sequence number of the entry that changed the table. */
  sequence: number;
  /** The server's time of the change, in milliseconds since 1970. */
  at: number;
  you?: You;
  table?: TableView;
  arrangement?: Arrangement;
  public?: Public;
  private?: Private;
  /** The new events of the game, redacted for the client. */
  events?: Event[];
  /** Who took the decision for a person; missing: the person or the bot in the seat, or it is no decision of a seat. */
  decided_by?: "stand-in" | "clock";
  /** The new chat messages. */
  said?: Message[];
}

/** A command was executed and stored, now or when it was sent before. */
export interface Done {
  type: "done";
  id: string;
  /** The sequence number of the entry that the command caused. */
  sequence: number;
}

/** A command was refused; nothing has changed. */
export interface Refused {
  type: "refused";
  /** The id of the command; null: the message has no readable id. */
  id: string | null;
  /** Why, for programs. */
  code: string;
  /** Why, in English, with the offending value. */
  reason: string;
  /** The id of the rule of the game that forbids it; null: no rule does. */
  rule: string | null;
  /** When the server received the action, in milliseconds of the round, if it breaks a rule and has a time. */
  t?: number;
  /** The sequence number of the table's latest entry. */
  sequence: number;
  /** The current state of the game as everybody sees it, if the command was `stale`. */
  public?: Public;
  /** The current private part of the client's seat, if the command was `stale`. */
  private?: Private;
}

/** The answer to `Ping`. */
export interface Pong {
  type: "pong";
  /** The number of the `Ping`. */
  n: number;
  /** The server's time, in milliseconds since 1970. */
  at: number;
  /** How many connections without a seat watch the table. Unset: several workers serve it, and none knows. */
  watchers?: number;
}

/** The last message on a socket: why the server closes it. */
export interface Goodbye {
  type: "goodbye";
  /** Why, for programs. */
  code: string;
  /** Why, in English. */
  reason: string;
  /** After how many seconds the client should reconnect; null: it should not. */
  again_after: number | null;
}

/** The request to open a table. */
export interface Opening {
  arrangement: Arrangement;
  settings: Settings;
  title: string;
}

/** The response to a request to open a table, or to continue a game: the new table. */
export interface Opened {
  /** The name of the table, which is part of its link: an invitation, not a secret. */
  table: string;
  /** The secret that makes its owner the host. The server sends it once and stores only its hash. */
  host_token: string;
  /** The SHA-256 of the seed of the deal. */
  commitment: string;
}

/** The request to take a seat. */
export interface Joining {
  name: string;
  /** Null: the first free seat. */
  seat: Seat | null;
  /** What the player adds to the shuffle: the client should draw it at random. Null: it is derived from the seed. */
  nonce: string | null;
  /** The secret of the seat, if the client draws it. It makes the request idempotent: a client can repeat it safely. */
  token: string | null;
}

/** The response to `Joining`: the seat. */
export interface Joined {
  seat: Seat;
  /** The secret of the seat. The server sends it once and stores only its hash. */
  token: string;
}

/** An open table in the public list. */
export interface Offer {
  table: string;
  title: string;
  game: string;
  players: number;
  /** How many seats are taken. */
  taken: number;
  /** In milliseconds since 1970. */
  opened_at: number;
}

/** A table as everybody with its link may see it. */
export interface Found {
  sequence: number;
  table: TableView;
  arrangement: Arrangement;
}

/** The request to report a person, or a message in the chat. */
export interface Reporting {
  reason: ReportReason;
  /** The seat of the person; null: a message is reported. */
  seat: Seat | null;
  /** The sequence number of the message; null: the person is reported. */
  message: number | null;
  /** What the operator should know, in the player's words. */
  note: string;
}

/** A finished game, as one viewer saw it or with all cards face up. */
export interface Replay {
  title: string;
  arrangement: Arrangement;
  players: Replayer[];
  steps: ReplayStep[];
  /** The finished game that this one continues; missing: none. */
  origin?: Origin;
}

/** A player in a replay. */
export interface Replayer {
  name: string;
  /** The bot; null: a person, or the record does not say. */
  bot: string | null;
}

/** A decision and the game after it; the first step is the deal. The parts are those of an `Update`, with no legal actions. */
export interface ReplayStep {
  /** After how many events of the record, shuffles included. */
  index: number;
  /** The time in milliseconds since 1970; null: the record does not say. */
  at: number | null;
  /** The seat whose decision it was; null: the deal, or time was up. */
  seat: Seat | null;
  /** Who decided for the seat; null: the deal, or the record does not say. */
  by: "person" | "bot" | "stand-in" | "clock" | null;
  public: Public;
  /** What only the viewer's seat saw. */
  private?: Private;
  /** What was hidden, in a replay with all cards face up. */
  face_up?: FaceUp;
  events: Event[];
}

/** What a spectator's view hides. Piles have their top card first. */
export interface CoverMeFaceUp {
  game: "cover-me";
  /** By seat, without covers placed this month. */
  hands: CardText[][];
  /** By magazine: the cover placed and not yet revealed. */
  placed: (CardText | null)[];
  /** By magazine: the model chosen for the season special, while others still choose. */
  featured: (CardText | null)[];
  open_piles: CardText[][];
  face_down: CardText[];
  next_pile: CardText[];
  /** The piles that will be the next pile, the coming one first. */
  set_aside: CardText[][];
  fictional_pile: CardText[];
  looked: CardText[];
  prestige_stacks: StackView[];
  side_stacks: StackView[];
  votes: (boolean | null)[];
}

/** What a spectator's view hides. Draw piles have their top card first. */
export interface CoverUpFaceUp {
  game: "cover-up";
  green: CardText[];
  yellow: CardText[];
  red: CardText[];
  /** By seat: the green card chosen so far. */
  giving_back: (CardText | null)[];
}

/** The response while an analysis is not complete: ask again a second later. */
export interface Computing {
  /** Steps that are done. 0: others have their turn first, or it has just begun. */
  done: number;
  /** All steps; 0: not known yet. */
  total: number;
}

/** The health of the server. */
export interface Health {
  status: string;
  worker: string;
  version: string;
}

/** What the server saw of a request, for an operator who sets up a proxy. */
export interface ConnectionSeen {
  /** The address of the client; that of a proxy, if the server does not trust the proxy's headers. */
  address: string;
  /** How the client speaks to the server, or to a proxy that the server trusts: `http` or `https`. */
  scheme: string;
  /** The header `X-Forwarded-For`; null: the request had none. */
  forwarded_for: string | null;
}

/** The response to a request that was refused; nothing has changed. */
export interface Problem {
  code: string;
  /** In English, with the offending value. */
  reason: string;
  /** The id of the rule of the game that forbids it; null: no rule does. */
  rule: string | null;
}

/** What the strongest bot would do, and why. Chances are in percent. */
export interface Hint {
  action: CoverMeAction;
  /** The share of the victory that can be expected then. */
  victory: number;
  /** Of the own covers, the new one included, the one that promises most; null: no cover is placed. */
  star: CardText | null;
  /** How likely the star is to show all three trends at the end of the season. */
  three_trends: number;
  /** How likely none of the own covers is to show a trend. */
  all_at_0: number;
}

/** A cover that could be placed. Shares of the victory are in thousandths, chances in percent. */
export interface CoverOption {
  action: CoverMeAction;
  share: number;
  /** How much less than the best cover. */
  behind: number;
  /** Half of the 95% interval of that difference. */
  margin: number;
  /** Of the own covers, this one included, the one that promises most. */
  star: CardText;
  /** How likely the star is to show all three trends at the end of the season. */
  three_trends: number;
  /** How likely none of the own covers is to show a trend. */
  all_at_0: number;
}

/** A position to solve: what would you place? */
export interface CoverPuzzle {
  /** Its day, such as ``2026-11-16``. */
  name: string;
  players: number;
  public: Public;
  private: Private;
  history: Event[];
  /** All covers that can be placed, the best first. */
  options: CoverOption[];
  /** The most fashionable card in hand, which is not the best cover. */
  tempting: CardText;
  rival: CoverRival;
}

/** The seat to which the tempting cover would give most. Shares of the victory are in thousandths. */
export interface CoverRival {
  seat: Seat;
  after_best: number;
  after_tempting: number;
}

/** A game of Cover Me: where each seat gained and lost its share of the victory. */
export interface CoverMeAnalysis {
  game: "cover-me";
  players: string[];
  scores: number[];
  places: number[];
  method: Method;
  seats: SeatLedger[];
}

/** The value function and its budget, fixed before the game is looked at. */
export interface Method {
  /** The name of the value function; another name means other figures. */
  value: string;
  /** Of a decision in playouts, such as ``1000p``, or of the game in seconds, such as ``5s``. */
  budget: string;
  seed: number;
}

/** How one seat came from the fair share to its result. */
export interface SeatLedger {
  seat: number;
  name: string;
  /** The win share of equally strong players before the deal, in millionths. */
  fair: number;
  /** The share of the victory, in millionths. */
  result: number;
  /** By kind; their sum is result - fair, exactly. */
  totals: Partial<Record<Kind, Change>>;
  real_decisions: number;
  /** The loss of a real decision with a stake of 7 points, in millionths: 0 is perfect. */
  error_rate: Change;
  /** The bot whose error rate is nearest, such as ``trend``; null: there was no real decision. */
  band: string | null;
  /** The luck-corrected result, in millionths: the result less 35% of the luck of the deal and of all draws. */
  corrected: number;
  entries: Entry[];
}

/** A sum of changes of a win share. */
export interface Change {
  /** In millionths. */
  change: number;
  /** Half of the 95% interval, in millionths. */
  margin: number;
}

/** One change of a win share. */
export interface Entry {
  kind: Kind;
  /** After how many events of the record the change is complete. */
  index: number;
  year: number;
  season: string;
  month: number;
  /** In millionths. */
  change: number;
  /** Half of the 95% interval of the change, in millionths. */
  margin: number;
  /** The win share after the change, in millionths. */
  share: number;
  /** Of a decision. */
  judgement: Judgement | null;
  /** Of draws and the deal: the cards that the seat saw come, in their order. */
  cards: string[];
}

/** A decision, compared with the best one, by what the seat saw. */
export interface Judgement {
  /** What had to be decided, such as ``place``. */
  decision: string;
  /** How many actions were legal. */
  legal: number;
  /** The action, as in a record. */
  chosen: Record<string, unknown>;
  /** The best action, as in a record: the best response to the mixture of what rivals may choose at the same time. */
  best: Record<string, unknown>;
  /** How much worse the worst action is than the best one, in millionths; never less than the loss. */
  stake: number;
  /** False: nearly forced, because the stake is less than a point. */
  is_real: boolean;
  /** null: the choice was good, or the difference lies within the noise. */
  mark: Mark | null;
  chosen_outlook: Outlook;
  /** Its share, less that of the chosen action, is the loss. */
  best_outlook: Outlook;
  /** The trait in which `trends` of both outlooks differ most, such as ``hair``; null: they are equal or not known. */
  trait: string | null;
  /** The rival whom the choice helps most in the season, compared with the best action; null: it helps nobody by a twentieth of a point. */
  rival: number | null;
  /** Of a decision with a mark, the best legal actions, at most 12, the best first. */
  options: Option[];
}

/** What an action leads to by what the seat saw, as means over the compared worlds. The season is the present one; after it has been evaluated and before the first, the coming one. */
export interface Outlook {
  /** The win share, in millionths. */
  share: number;
  /** The cards that the action places, features, takes or keeps; empty: the card is unknown, or there is none. */
  cards: string[];
  /** By active trait of the season: how likely what the first of these cards shows is a trend at its end, in millionths. */
  trends: Record<string, number>;
  /** How likely the seat's primary magazine scores a model with three trends in the season, in millionths. */
  trendy: number;
  /** How likely it scores all its models, because none has a trend, in millionths; in all other cases it scores nothing. */
  alternative: number;
  /** By seat: the expected prestige of the season, in millionths of a point. */
  prestige: number[];
  /** By seat: the expected prestige of the season after it, in millionths of a point. */
  later_prestige: number[];
  /** The expected number of `cards` (or of the unknown one) in the prestige stack after both seasons, in millionths. */
  scored: number;
}

/** A legal action, compared with the best one. Shares of the victory are in millionths. */
export interface Option {
  /** As in a record. */
  action: Record<string, unknown>;
  share: number;
  /** How much less than the best option. */
  behind: number;
  /** Half of the 95% interval of that difference. */
  margin: number;
}

/** The fewest points that a seat's hand allowed, without the hourglass, and a pile that has them. */
export interface Optimum {
  points: number;
  /** How many piles have so few, not counting the same pile turned, mirrored or moved. */
  ways: number | null;
  pile: Placement[];
}

/** A hand to be solved, and what can be reached with it. */
export interface Puzzle {
  /** A date, or round and seed: ``2026-11-16``, ``3-4711``. */
  name: string;
  /** The round that has such hands. */
  round: number;
  hand: Face[];
  /** The fewest that are possible, proven. */
  points: number;
  /** How many piles have so few, not counting the same pile turned, mirrored or moved. */
  ways: number;
}

/** A pile, bottom to top. */
export interface Attempt {
  pile: Placement[];
}

/** How many players reached so many points in a puzzle. */
export interface Reached {
  points: number;
  players: number;
}

/** The points of a pile that was handed in, and what all players reached, the fewest points first. */
export interface HandedIn {
  points: number;
  reached: Reached[];
}

/** The next step to a best pile: a card to lay or one to take away; with neither, the pile is a best one. */
export interface Step {
  lay: Placement | null;
  take_away: CardText | null;
}

/** Best piles, each from bottom to top; of many, some. */
export interface BestPiles {
  piles: Placement[][];
}

/** A game of Cover Up: what each seat laid, compared with the best piles. */
export interface CoverUpAnalysis {
  game: "cover-up";
  players: string[];
  scores: number[];
  places: number[];
  seats: SeatRounds[];
}

/** All rounds of one seat. */
export interface SeatRounds {
  seat: number;
  name: string;
  /** The points above the optimum, in all rounds together. */
  above: number;
  rounds: RoundReport[];
}

/** One round of one seat. */
export interface RoundReport {
  round: number;
  hand: string[];
  /** All points of the round, with the hourglass. */
  points: number;
  /** -1 or 1 for the seat that turned it, 0 for others. */
  hourglass: number;
  /** The points of the best pile of the hand. */
  optimum: number;
  /** The points of the pile, without the hourglass, less the optimum. */
  above: number;
  /** null: the seat laid a best pile, or could still have completed one when the round ended. */
  out_of_reach: OutOfReach | null;
  /** For each earlier moment at which the seat could have turned the hourglass. */
  flips: EarlierFlip[];
  /** null: the seat did not turn the hourglass, or no best pile has all five cards. */
  later_flip: LaterFlip | null;
  /** null: after the last round. */
  given_back: GivenBack | null;
}

/** The moment since which no best pile could be reached without lifting or moving a card. */
export interface OutOfReach {
  /** After how many events of the record. */
  index: number;
  /** Milliseconds since the round began. */
  t: number;
  /** What the seat did then, as in a record. */
  action: Record<string, unknown>;
  /** What the best completion had afterwards. */
  points: number;
}

/** What the round would have brought if the seat had turned the hourglass at another time. Rivals are taken to lay what they laid, as long as the sand would have run. */
export interface EarlierFlip {
  /** Milliseconds since the round began. */
  t: number;
  /** The seat's points of the round. */
  points: number;
  /** The points of the other seats, clockwise from the left. */
  rivals: number[];
}

/** The least points that the round could still have brought if the seat had turned the hourglass later. */
export interface LaterFlip {
  /** The seat's own: those of a best pile, with the point of the hourglass. */
  points: number;
  /** Of the other seats, clockwise from the left: who was cut short by the sand completes the pile, without lifting or moving a card. */
  rivals: number[];
}

/** What the green card given back did to the neighbour. */
export interface GivenBack {
  card: string;
  /** The seat that got the hand. */
  neighbour: number;
  /** The points of the best pile of that hand. */
  optimum: number;
  /** By green card that was kept: the optimum if it had been given back instead, with the same new card. */
  others: Record<string, number>;
}
