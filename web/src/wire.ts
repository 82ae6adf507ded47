// Written by scripts/wire_types.py from the types of covergames.wire. Not to be edited.

/** How many characters a name, a title and a message may have. */
export const NAME_LENGTH = 24;
export const TITLE_LENGTH = 60;
export const SPEECH_LENGTH = 300;

/** A card, as records write it. */
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
export type Season = "winter" | "spring" | "summer" | "fall";
export type CoverMePhase = "draft" | "place" | "feature" | "replenish" | "new year" | "vote" | "over";
export type Decision = "take" | "place" | "feature" | "keep" | "swap" | "vote";
export type Trait = "clothes" | "hair" | "length" | "pattern";
export type Clothes = "yellow" | "red" | "blue" | "green" | "black" | "white";
export type CoverUpPhase = "lay" | "give-back" | "over";
export type Fate = "prestige stack" | "side stack" | "influence row";

export type Sent =
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

export type Told =
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

/** Who is there: the holder of a seat's or the host's token, or a spectator, who has none. */
export interface Hello {
  type: "hello";
  token: string | null;
}

/** Decide. */
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

/** Say something to all at the table. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Be ready to begin, or not any more; the arrangement that was seen is what one is ready for. */
export interface Ready {
  type: "ready";
  id: string;
  ready: boolean;
  seen: number;
  /** Another part of the deal than when sitting down. */
  nonce?: string | null;
}

/** Begin the game; the host's. */
export interface Start {
  type: "start";
  id: string;
}

/** Change players, options and settings before the game; the host's. */
export interface Arrange {
  type: "arrange";
  id: string;
  arrangement: Arrangement;
  settings: Settings;
}

/** A game, how many play it, and with which optional rules. */
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

/** A game, how many play it, and with which optional rules. */
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

/** How people are seated and served; the rules of the game know nothing of it. */
export interface Settings {
  /** Whether strangers find the table among the open ones. */
  listed: boolean;
  /** Seconds until a bot stands in for somebody who is away while others wait; null: they wait. */
  away_after: number | null;
  /** Seconds for a decision, after which a bot takes it; null: as long as it takes. */
  decision_time: number | null;
  /** The bot that stands in; null: the one that the game names. */
  stand_in: string | null;
  chat: boolean;
  /** Whether people without a seat may watch the game. */
  spectators: boolean;
  /** Seconds without anybody present until the table closes. */
  abandoned_after: number;
}

/** Give a free seat to a bot; the host's. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: Seat;
  bot: string;
  name: string;
}

/** Take somebody's seat away; the host's. */
export interface Remove {
  type: "remove";
  id: string;
  seat: Seat;
}

/** Forbid somebody to speak, or allow it again; the host's. */
export interface Mute {
  type: "mute";
  id: string;
  seat: Seat;
  muted: boolean;
}

/** Decide again in person, after a bot stood in. */
export interface TakeBack {
  type: "take_back";
  id: string;
}

/** Open another table for the same people when the game is over; the host's. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Give the seat up; once the game has begun a bot plays on. The answer is a goodbye, for the connection is the seat's. */
export interface Leave {
  type: "leave";
  id: string;
}

/** End the table; the host's, before or after the game. */
export interface Close {
  type: "close";
  id: string;
}

/** Ask whether the server is there, and for its time; `n` comes back. */
export interface Ping {
  type: "ping";
  n: number;
  /** How many milliseconds the answer to the ping before took, for the others to see; it decides nothing. */
  delay?: number | null;
}

/** Everything that the client may know, in answer to `Hello`. */
export interface Welcome {
  type: "welcome";
  you: You;
  sequence: number;
  /** The server's time, in milliseconds since 1970. */
  at: number;
  table: TableView;
  arrangement: Arrangement;
  chat: Message[];
  /** What everybody sees of the game, once it has begun. */
  public?: Public;
  /** What only the client's seat sees of it. */
  private?: Private;
  /** What has happened and is remembered, as everybody saw it: all of Cover Me, the scored rounds of Cover Up. */
  history: Event[];
}

/** Who the client is to the table; without a seat, and not the host: a spectator. */
export interface You {
  seat: Seat | null;
  host: boolean;
}

/** A table around its game; times are milliseconds since 1970. */
export interface TableView {
  id: string;
  title: string;
  stage: Stage;
  settings: Settings;
  seats: Place[];
  /** The host's seat; null: the host has none. */
  host: Seat | null;
  /** When the present round begins, after the countdown; null: the game is not in real time now. */
  round_start: number | null;
  /** SHA-256 of the seed of the deal. */
  commitment: string;
  /** The seed that the table had committed itself to, once it can do no harm. */
  seed: string | null;
  /** The table where the same people play again. */
  rematch: string | null;
  rematch_of: string | null;
  /** Why it was closed. */
  closed: string | null;
}

/** One seat; a free one has no name. Times are milliseconds since 1970. */
export interface Place {
  name: string | null;
  /** Which bot sits there; null: a person. */
  bot: string | null;
  present: boolean;
  ready: boolean;
  muted: boolean;
  /** Why a bot decides for the person. */
  stood_in_for: StoodInFor | null;
  /** When a bot will stand in for the person, who is away. */
  stand_in_at: number | null;
  /** When a bot will take the decision. */
  decision_until: number | null;
  /** The round-trip time between the person and the server in milliseconds, as their client reports it, rounded up. */
  delay: number | null;
  /** The person's own part of the deal, once it is dealt. */
  nonce: string | null;
}

/** Something said at the table, and who said it: a seat changes hands, a name does not. */
export interface Message {
  sequence: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Null: the host, who has no seat. */
  seat: Seat | null;
  name: string;
  text: string;
}

/** The table from one side. */
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

/** A magazine's row: its revealed covers with their trend values now, and the cover placed this month. */
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

/** The fictional pile: its size, and the cards known to be in it or face down at A, in no order (CM-21). */
export interface FictionalPileView {
  size: number;
  known: CardText[];
}

/** A hand: its size, and the cards in it that the viewer knows: all of its own, of others those it saw going there. A cover that is placed and not yet revealed counts as in hand, for nobody else knows which it is. */
export interface HandView {
  size: number;
  known: CardText[];
}

/** A prestige or side stack: face down, its cards for the owner only, until all stacks are open (CM-X1, CM-I2). */
export interface StackView {
  size: number;
  cards: CardText[] | null;
  worth: number | null;
}

/** A finished game: score and place of every seat; equal places are equal numbers. */
export interface Result {
  scores: number[];
  places: number[];
}

/** The table from one side. */
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

/** One seat's side of the table. */
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

/** What one seat sees and everybody else does not: its own, and what it alone saw (CM-I1, CM-I2). */
export interface CoverMePrivate {
  game: "cover-me";
  seat: Seat;
  legal: CoverMeAction[];
  hand: CardText[];
  /** By magazine of its own, primary first. */
  placed: (CardText | null)[];
  /** By magazine of its own, primary first. */
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

/** What one seat sees and everybody else does not. */
export interface CoverUpPrivate {
  game: "cover-up";
  seat: Seat;
  /** What the seat may do now besides laying a card, for clients that know no rules. */
  legal: CoverUpAction[];
  /** Its own choice, while others still choose (CU-I1). */
  giving_back: CardText | null;
}

/** A pile was shuffled; top first. */
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

/** There was no card left to take (CM-R4). */
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

/** The season's tracks and trends stand, and with them each cover's trend value (CM-T3, CM-T4). */
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

/** A magazine's season special and where it went; its other models went back to where they came from. */
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

/** Somebody touches the cards no more. */
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

/** A round is over: what was removed, and the points, seat by seat. */
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

/** Somebody chose the green card to give back; the others do not see which. */
export interface ChoseGiveBack {
  event: "chose_give_back";
  seat: Seat;
  card: CardText | null;
}

/** A green card went back, and a harder one was taken (CU-N1). */
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

/** All lay their cards (CU-R2). */
export interface RoundBegan {
  event: "round_began";
  round: number;
}

/** Round five was scored (CU-X1). */
export interface CoverUpGameEnded {
  event: "game_ended";
  result: Result;
}

/** Something happened: the whole of every part that has changed, what was said, and the events of the game. */
export interface Update {
  type: "update";
  sequence: number;
  /** The server's time when it happened, in milliseconds since 1970. */
  at: number;
  you?: You;
  table?: TableView;
  arrangement?: Arrangement;
  public?: Public;
  private?: Private;
  /** What happened in the game, as the client may see it. */
  events?: Event[];
  said?: Message[];
}

/** A command was carried out, now or when it was first sent, and is kept. */
export interface Done {
  type: "done";
  id: string;
  /** The entry that it led to. */
  sequence: number;
}

/** A command was not carried out, and nothing has changed because of it. */
export interface Refused {
  type: "refused";
  /** Null: the message could not be read so far. */
  id: string | null;
  code: string;
  /** In English, with the offending value. */
  reason: string;
  /** The rule of the game that forbids it. */
  rule: string | null;
  /** The latest of the table. */
  sequence: number;
  /** The game as it is now, if the command was about an earlier one (`stale`). */
  public?: Public;
  private?: Private;
}

/** The answer to `Ping`. */
export interface Pong {
  type: "pong";
  n: number;
  /** The server's time, in milliseconds since 1970. */
  at: number;
}

/** The last message on a socket, and why. */
export interface Goodbye {
  type: "goodbye";
  code: string;
  /** In English. */
  reason: string;
  /** In how many seconds to come again; null: it would be of no use. */
  again_after: number | null;
}

/** A table to be opened. */
export interface Opening {
  arrangement: Arrangement;
  settings: Settings;
  title: string;
}

/** A table that was opened. */
export interface Opened {
  /** Its name, as it stands in its link: an invitation, not a secret. */
  table: string;
  /** Whoever has this is the host; told once, and kept nowhere in readable form. */
  host_token: string;
  /** SHA-256 of the seed of the deal. */
  commitment: string;
}

/** A seat to be taken. */
export interface Joining {
  name: string;
  /** Null: the first that is free. */
  seat: Seat | null;
  /** The player's own part of the deal. */
  nonce: string | null;
  /** The secret that the seat will be entered with, if the client wants to draw it: asked again with the same one, after the answer was lost, the server answers once more. */
  token: string | null;
}

/** A seat that was taken. */
export interface Joined {
  seat: Seat;
  /** The secret that the seat is entered with; told once, and kept nowhere in readable form. */
  token: string;
}

/** A table that waits for players, in the list of those. */
export interface Offer {
  table: string;
  title: string;
  game: string;
  players: number;
  /** How many seats are. */
  taken: number;
  /** In milliseconds since 1970. */
  opened_at: number;
}

/** A table as anybody may see it who has its link. */
export interface Found {
  sequence: number;
  table: TableView;
  arrangement: Arrangement;
}

/** A game that is over, as one viewer saw it, or with every card face up. */
export interface Replay {
  title: string;
  arrangement: Arrangement;
  players: Replayer[];
  steps: ReplayStep[];
}

/** Somebody who played. */
export interface Replayer {
  name: string;
  /** Which bot it was; null: a person, or a record that does not say. */
  bot: string | null;
}

/** A decision, and the table after it; the first step is the deal. It is told as a live one was, but nothing is legal. */
export interface ReplayStep {
  /** When, in milliseconds since 1970; null: the record does not say. */
  at: number | null;
  /** Who decided; null: nobody, for it is the deal, or time was up. */
  seat: Seat | null;
  /** Who decided for the seat; null: nobody, or the record does not say. */
  by: "person" | "bot" | "stand-in" | "clock" | null;
  public: Public;
  /** What only the viewer's seat saw. */
  private?: Private;
  /** What nobody saw, for who looks at every card. */
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

/** Whether the server is well. */
export interface Health {
  status: string;
  worker: string;
  version: string;
}

/** A request that was not carried out, and nothing has changed because of it. */
export interface Problem {
  code: string;
  /** In English, with the offending value. */
  reason: string;
  /** The rule of the game that forbids it. */
  rule: string | null;
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

/** The next step to a best pile: a card to lay or one to take away; with neither, the pile is a best one. */
export interface Step {
  lay: Placement | null;
  take_away: CardText | null;
}

/** Best piles, each from bottom to top; of many, some. */
export interface BestPiles {
  piles: Placement[][];
}
