/** A viewer's view of Cover Me: the public part, merged with what only this seat sees. */
import type { GameParts } from "../table/game-parts.svelte";
import { playersAt, type Player, type PlayerPlace } from "../table/players";
import type {
  Arrangement,
  CardText,
  CoverMeAction,
  CoverMeFaceUp,
  CoverMePrivate,
  CoverMePublic,
  MagazineView,
  Season,
  Seat,
  StackView,
} from "../wire";

const YEAR: readonly Season[] = ["winter", "spring", "summer", "fall"];
const SHORT_YEAR: readonly Season[] = ["spring", "fall"];

/** A magazine as the viewer sees it. */
export interface OwnMagazine extends MagazineView {
  number: number;
  /** Whether the viewer owns it. */
  isOwn: boolean;
  /** The viewer's choice for the season special, while others still choose. */
  featured: CardText | null;
}

export interface View extends Omit<CoverMePublic, "magazines" | "looked"> {
  seat: Seat | null;
  players: Player[];
  isAdvanced: boolean;
  isSameValue: boolean;
  years: number;
  /** The seasons of a year, in order. */
  seasons: readonly Season[];
  hand: CardText[];
  legal: CoverMeAction[];
  magazines: OwnMagazine[];
  looked: (CardText | null)[];
  /** Whether everybody's stacks lie face up. */
  areStacksOpen: boolean;
  /** All hidden cards, in a replay that shows them. Null: they are hidden. */
  faceUp: CoverMeFaceUp | null;
}

/** Return the view that the public and the private part describe. */
export function viewOf(
  publicView: CoverMePublic,
  privateView: CoverMePrivate | null,
  seats: readonly PlayerPlace[],
  { options }: Extract<Arrangement, { game: "cover-me" }>,
  faceUp: CoverMeFaceUp | null = null,
): View {
  const seat = privateView?.seat ?? null;
  const looked = new Map(privateView?.looked);
  let own = 0;
  const magazines = publicView.magazines.map((magazine, number): OwnMagazine => {
    const isOwn = seat !== null && magazine.owner === seat;
    const place = isOwn ? own++ : -1;
    const placed = (isOwn ? privateView?.placed[place] : (faceUp?.placed[number] ?? magazine.placed)) ?? null;
    const featured = (isOwn ? privateView?.featured[place] : faceUp?.featured[number]) ?? null;
    return { ...magazine, number, isOwn, placed, featured };
  });
  return {
    ...publicView,
    seat,
    players: playersAt(seats, seat),
    isAdvanced: publicView.side_stacks.length > 0,
    isSameValue: options.same_value != null,
    seasons: options.length === "shorter" ? SHORT_YEAR : YEAR,
    years: options.years ?? (options.length === "longer" || options.length === "shorter" ? 4 : 3),
    hand: privateView?.hand ?? [],
    legal: privateView?.legal ?? [],
    magazines,
    looked: faceUp?.looked ?? publicView.looked.map((card, place) => looked.get(place) ?? card),
    prestige_stacks:
      faceUp?.prestige_stacks ?? withOwn(publicView.prestige_stacks, seat, privateView?.prestige_stack ?? null),
    side_stacks: faceUp?.side_stacks ?? withOwn(publicView.side_stacks, seat, privateView?.side_stack ?? null),
    areStacksOpen: (faceUp ?? publicView).prestige_stacks.every(({ cards }) => cards !== null),
    faceUp,
  };
}

/** Return the view of a connection. Null: it is not a game of Cover Me, or the game has not begun. */
export function viewFrom({
  public: publicView,
  private: privateView,
  table,
  arrangement,
}: Omit<GameParts, "history" | "news">): View | null {
  if (publicView?.game !== "cover-me" || arrangement?.game !== "cover-me" || table === null) {
    return null;
  }
  return viewOf(publicView, privateView?.game === "cover-me" ? privateView : null, table.seats, arrangement);
}

function withOwn(stacks: StackView[], seat: Seat | null, own: StackView | null): StackView[] {
  return stacks.map((stack, number) => (number === seat && own !== null ? own : stack));
}
