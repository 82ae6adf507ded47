/** The table of Cover Me from one side: what everybody sees, completed with what this seat sees on top of it. */
import type { Connection } from "../connection/connection";
import type {
  Arrangement,
  CardText,
  CoverMeFaceUp,
  CoverMePrivate,
  CoverMePublic,
  Magazine,
  Place,
  Seat,
  Stack,
} from "../wire";
import type { CoverMeAction } from "./wire";

/** A magazine with the viewer's own secrets in it. */
export interface OwnMagazine extends Magazine {
  number: number;
  /** Whether it belongs to the viewer. */
  isOwn: boolean;
  /** The viewer's choice for the season special, while others still choose. */
  featured: CardText | null;
}

/** Who sits where. */
export interface Player {
  seat: Seat;
  name: string;
  isYou: boolean;
  isBot: boolean;
  isAway: boolean;
  /** How many milliseconds a word takes to the server and back, rounded up; null: that is not known. */
  delay: number | null;
}

export interface View extends Omit<CoverMePublic, "magazines" | "looked"> {
  seat: Seat | null;
  players: Player[];
  isAdvanced: boolean;
  isSameValue: boolean;
  years: number;
  hand: CardText[];
  legal: CoverMeAction[];
  magazines: OwnMagazine[];
  looked: (CardText | null)[];
  /** Everything that lies hidden, where the game is over and one looks back at it so. */
  faceUp: CoverMeFaceUp | null;
}

/** What a connection has been told, as far as it makes a view. */
type Told = Pick<Connection, "public" | "private" | "table" | "arrangement">;

/** Of a seat, what the table shows of whoever sits there. */
export type Sitting = Pick<Place, "name" | "bot" | "present" | "stood_in_for" | "delay">;

/** Somebody at a table that is not live: there, and decides in person. */
export function sitting({ name, bot }: Pick<Place, "name" | "bot">): Sitting {
  return { name, bot, present: true, stood_in_for: null, delay: null };
}

/** The view that the two parts of a message describe. */
export function viewOf(
  shown: CoverMePublic,
  secret: CoverMePrivate | null,
  seats: readonly Sitting[],
  { options }: Extract<Arrangement, { game: "cover-me" }>,
  faceUp: CoverMeFaceUp | null = null,
): View {
  const seat = secret?.seat ?? null;
  const looked = new Map(secret?.looked);
  let own = 0;
  const magazines = shown.magazines.map((magazine, number): OwnMagazine => {
    const isOwn = seat !== null && magazine.owner === seat;
    const place = isOwn ? own++ : -1;
    const placed = (isOwn ? secret?.placed[place] : (faceUp?.placed[number] ?? magazine.placed)) ?? null;
    const featured = (isOwn ? secret?.featured[place] : faceUp?.featured[number]) ?? null;
    return { ...magazine, number, isOwn, placed, featured };
  });
  return {
    ...shown,
    seat,
    players: seats.map((place, number) => player(place, number, seat)),
    isAdvanced: shown.side_stacks.length > 0,
    isSameValue: options.same_value != null,
    years: options.years ?? (options.length === "longer" || options.length === "shorter" ? 4 : 3),
    hand: secret?.hand ?? [],
    legal: secret?.legal ?? [],
    magazines,
    looked: faceUp?.looked ?? shown.looked.map((card, place) => looked.get(place) ?? card),
    prestige_stacks: faceUp?.prestige_stacks ?? withOwn(shown.prestige_stacks, seat, secret?.prestige_stack ?? null),
    side_stacks: faceUp?.side_stacks ?? withOwn(shown.side_stacks, seat, secret?.side_stack ?? null),
    faceUp,
  };
}

/** The view of whoever is told this; null: it is no game of Cover Me, or it has not begun. */
export function viewFrom({ public: shown, private: secret, table, arrangement }: Told): View | null {
  if (shown?.game !== "cover-me" || arrangement?.game !== "cover-me" || table === null) {
    return null;
  }
  return viewOf(shown, secret?.game === "cover-me" ? secret : null, table.seats, arrangement);
}

/** Whoever sits there. */
export function player(place: Sitting, seat: Seat, viewer: Seat | null): Player {
  const isBot = place.bot !== null;
  const isYou = seat === viewer;
  // Whoever looks is there, also in the moment before the table has noticed.
  const isPresent = place.present || isYou;
  return {
    seat,
    name: place.name ?? "",
    isYou,
    isBot,
    isAway: !isBot && (!isPresent || place.stood_in_for !== null),
    delay: place.delay,
  };
}

function withOwn(stacks: Stack[], seat: Seat | null, own: Stack | null): Stack[] {
  return stacks.map((stack, number) => (number === seat && own !== null ? own : stack));
}
