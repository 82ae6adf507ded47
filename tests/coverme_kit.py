"""Tables of Cover Me for tests: positions written in notation, stacked piles, scripted decisions.

Piles and rows are text with the top card, or the first one placed, first: ``"Gkmd Ybsq"``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

from covergames import coverme
from covergames.coverme import (
    Clothes,
    Feature,
    Keep,
    Options,
    Place,
    Row,
    Season,
    Source,
    State,
    Stay,
    Swap,
    Take,
    Vote,
)
from covergames.coverme.cards import CARDS, CLOTHES, HAIR, Hair
from covergames.coverme.notation import LETTER, card_text, cards_text, parse_card, parse_cards
from covergames.coverme.phases import Phase
from covergames.coverme.season import begin_season
from covergames.coverme.state import Play
from covergames.game import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from covergames.coverme import Action, Card, Event, View
    from covergames.coverme.trends import Tracks, Trends
    from covergames.game import AnyCard, Dealer

Covers: TypeAlias = "str | tuple[str, str]"
"""A seat's covers of a season, or those of its primary and of its secondary magazine."""

SomeEvent = TypeVar("SomeEvent", bound="Event")

SOURCE: Final = {source.word: source for source in Source}
LOTS: Final = ("start", "removed")
"""What is drawn by lot without cards (CM-S4, CM-V4)."""
ROW: Final = {row.value: row for row in Row}
BSQ: Final = "Gbsq Kbsq Wbsq"
"""An influence row that makes blonde, short and squared the trends of a winter or fall of the three rows below."""


def scoring(clothes: str) -> str:
    """Return covers of which the first has trend value 3 beside the influence row `BSQ`, the others 0."""
    return f"{clothes}bsq {clothes}rmd {clothes}klt"


def influencing(clothes: str) -> str:
    """Return covers of which the first has trend value 2 beside the influence row `BSQ`, the others 1 and 0."""
    return f"{clothes}bsd {clothes}kmq {clothes}rlt"


def all_at_zero(clothes: str) -> str:
    """Return covers of trend value 0 beside the influence row `BSQ`; only one magazine in a season can have these."""
    return f"{clothes}rmd {clothes}klt {clothes}rlt"


class StackedDealer:
    """Deals the named cards first, in that order, and the rest of the pile as it was given.

    A pile that is shuffled several times takes a list, one text for each shuffle. Other shuffles keep the order.
    """

    def __init__(self, tops: Mapping[str, str | Sequence[object]] | None = None) -> None:
        self._tops: dict[str, list[object]] = {}
        for pile, top in (tops or {}).items():
            self._tops[pile] = [top] if isinstance(top, str) else list(top)
        self.shuffled: list[tuple[str, str]] = []
        """Every shuffle so far: the pile, and the cards that were in it, sorted."""

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the named cards, then the others."""
        tops = self._tops.get(pile)
        if pile in LOTS:
            return sorted(cards, key=lambda lot: lot != tops[0] if tops else False)
        names = {card: card_text(cast("Card", card)) for card in cards}
        self.shuffled.append((pile, cards_text(sorted(cast("Sequence[Card]", cards)))))
        wanted = str(tops.pop(0)).split() if tops else []
        missing = set(wanted) - set(names.values())
        assert not missing, f"{missing} cannot be on top of the {pile} pile"
        on_top = [card for name in wanted for card in cards if names[card] == name]
        return on_top + [card for card in cards if card not in on_top]


class Table:
    """A game in progress: the state, its dealer, and all events since the table was set up."""

    def __init__(self, state: State, dealer: Dealer) -> None:
        self.state = state
        self.dealer = dealer
        self.events: list[Event] = []

    # Decisions

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Apply the seat's action and return the events."""
        step = coverme.apply(self.state, Seat(seat), action, self.dealer)
        self.state = step.state
        self.events += step.events
        return step.events

    def take(self, seat: int, source: str) -> tuple[Event, ...]:
        """Take from the pile of that name."""
        return self.act(seat, Take(SOURCE[source]))

    def keep(self, seat: int, cards: str) -> tuple[Event, ...]:
        """Keep these of the cards that the seat drew."""
        return self.act(seat, Keep(tuple(parse_cards(cards))))

    def place(self, seat: int, cards: str) -> tuple[Event, ...]:
        """Place the seat's cover of the month, or its two covers."""
        return self.act(seat, Place(tuple(parse_cards(cards))))

    def feature(self, seat: int, card: str, row: str = "primary") -> tuple[Event, ...]:
        """Choose this model for the season special."""
        return self.act(seat, Feature(ROW[row], parse_card(card)))

    def swap(self, seat: int, card: str) -> tuple[Event, ...]:
        """Discard a card in the new year."""
        return self.act(seat, Swap(parse_card(card)))

    def stay(self, seat: int) -> tuple[Event, ...]:
        """Keep the hand in the new year."""
        return self.act(seat, Stay())

    def vote(self, seat: int, *, play_on: bool) -> tuple[Event, ...]:
        """Vote for another season or for sharing."""
        return self.act(seat, Vote(play_on=play_on))

    def season_of(self, *rows: Covers, months: int = 3) -> None:
        """Place the covers of a season, or of its first months, by seat; a seat whose row is too short does not place."""
        for month in range(months):
            for seat, row in enumerate(rows):
                names = [text.split() for text in ((row,) if isinstance(row, str) else row)]
                cards = " ".join(covers[month] for covers in names if month < len(covers))
                if cards:
                    self.place(seat, cards)

    def play_on(self, until: Callable[[Table], bool]) -> None:
        """Apply the first legal action until the condition is true."""
        while not until(self):
            seat = coverme.to_act(self.state)[0]
            self.act(seat, coverme.legal(self.state, seat)[0])

    def replenish(self) -> None:
        """Let everybody take the first legal card until the replenishing is over."""
        self.play_on(lambda table: table.state.phase is not Phase.REPLENISH)

    # Queries

    @property
    def to_act(self) -> list[int]:
        """The seats that have to decide."""
        return list(coverme.to_act(self.state))

    @property
    def phase(self) -> str:
        """The phase: the kind of decision that the table waits for."""
        return self.view().phase.value

    def legal(self, seat: int) -> Sequence[Action]:
        """Return the seat's legal actions."""
        return coverme.legal(self.state, Seat(seat))

    def sources(self, seat: int) -> list[str]:
        """Return the piles from which the seat may take."""
        return [action.source.word for action in self.legal(seat) if isinstance(action, Take)]

    def choices(self, seat: int) -> list[str]:
        """Return the cards that the seat may keep, feature or place."""
        found = []
        for action in self.legal(seat):
            match action:
                case Keep(cards) | Place(cards):
                    found.append(cards_text(cards))
                case Feature(_, card) | Swap(card):
                    found.append(card_text(card))
                case _:
                    pass
        return found

    def view(self, seat: int | None = None) -> View:
        """Return the table as the seat or a spectator sees it."""
        return coverme.view(self.state, None if seat is None else Seat(seat))

    def happened(self, kind: type[SomeEvent]) -> list[SomeEvent]:
        """Return all events of that kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def hand(self, seat: int) -> str:
        """Return the seat's cards, sorted by clothes, hair, length, pattern."""
        return cards_text(self.state.hands[seat])

    def prestige_stack(self, seat: int) -> str:
        """Return the seat's scored cards."""
        return cards_text(self.state.prestige_stacks[seat])

    def side_stack(self, seat: int) -> str:
        """Return the side stack of the seat's secondary magazine."""
        return cards_text(self.state.side_stacks[seat])

    @property
    def influence_row(self) -> str:
        """The influence row."""
        return cards_text(self.view().influence_row)

    @property
    def discard(self) -> str:
        """The discard pile, in the order in which cards were discarded."""
        return cards_text(self.view().discard)

    @property
    def face_down(self) -> str:
        """The face-down pile, top first."""
        return cards_text(reversed(self.state.face_down))

    @property
    def next_pile(self) -> str:
        """The next pile, top first."""
        return cards_text(reversed(self.state.next_pile))

    @property
    def fictional_pile(self) -> str:
        """The fictional pile, top first."""
        return cards_text(reversed(self.state.fictional_pile))

    @property
    def open_piles(self) -> tuple[str, str, str]:
        """Blonde, red-brown and black, each top first."""
        blonde, red_brown, black = (cards_text(reversed(pile)) for pile in self.state.open_piles)
        return blonde, red_brown, black

    @property
    def when(self) -> str:
        """Year, season and month, such as ``1 winter 3``."""
        view = self.view()
        return f"{view.year} {view.season.value} {view.month}"

    @property
    def tracks(self) -> str:
        """The fashion tracks, such as ``b2 r0 k1 s1 m1 l1 q0 d3 t0``."""
        return tracks_text(self.view().tracks)

    @property
    def trends(self) -> str:
        """Return the letters of the trends: hair, length, then pattern or clothes."""
        return trends_text(self.view().trends)

    def covers(self, magazine: int) -> str:
        """Return the face-up covers of a magazine."""
        return cards_text(self.view().magazines[magazine].covers)


def tracks_text(tracks: Tracks) -> str:
    """Return the letter and the count of each characteristic, in the order of the cards' letters, hair first."""
    return " ".join(f"{LETTER[characteristic]}{count}" for characteristic, count in tracks.items())


def trends_text(trends: Trends) -> str:
    """Return the letters of the trends: hair, length, pattern or clothes."""
    letters = "brksmlqdtYRBGKW"
    return "".join(sorted((LETTER[trend] for trend in trends), key=letters.index))


def new_game(players: int, dealer: StackedDealer | None = None, *, start: int = 0, **options: object) -> Table:
    """Return a table with a new game."""
    dealer = dealer or StackedDealer()
    chosen = Options(start=Seat(start), **options)  # type: ignore[arg-type]
    return Table(coverme.new(players, chosen, dealer), dealer)


def position(
    hands: Sequence[str],
    *,
    influence_row: str = "",
    season: str = "winter",
    year: int = 1,
    start: int = 0,
    face_down: str | None = None,
    open_piles: tuple[str, str, str] | None = None,
    next_pile: str | None = None,
    discard: str = "",
    fictional_pile: str | None = None,
    prestige_stacks: Sequence[str] = (),
    side_stacks: Sequence[str] = (),
    options: Options | None = None,
    dealer: StackedDealer | None = None,
) -> Table:
    """Return a table in the first month of a season.

    A pile that is not named holds, in order, what that year would have there of the cards that are named nowhere; an
    open pile then has one card. Whatever still is nowhere is out of the game.
    """
    options = replace(options or Options(), start=Seat(start))
    dealer = dealer or StackedDealer()
    players = len(hands)
    named = [*hands, influence_row, discard, face_down, next_pile, fictional_pile, *prestige_stacks, *side_stacks]
    used = set(parse_cards(" ".join(text for text in (*named, *(open_piles or ())) if text)))
    unused = [card for card in CARDS if card not in used and CLOTHES[card] is not options.same_value]
    in_play, coming = _colours(options, year)
    pool = [card for card in unused if CLOTHES[card] in in_play]
    state = coverme.new(players, options, StackedDealer())
    state.phase, state.year, state.season = Phase.PLACE, year, Season(season)
    state.duties, state.past, state.present = (), (), ()
    state.hands = [tuple(sorted(parse_cards(hand))) for hand in hands]
    state.influence_row = tuple(parse_cards(influence_row))
    state.discard = tuple(parse_cards(discard))
    state.prestige_stacks = _stacks(prestige_stacks, players)
    state.side_stacks = _stacks(side_stacks, players)
    state.placed = [None] * len(state.placed)
    state.covers = ((),) * len(state.covers)
    state.fictional_pile = ()
    if state.is_fictional:
        state.fictional_pile = _pile(fictional_pile, pool[:12])
        pool = [card for card in pool if card not in state.fictional_pile]
    if open_piles is None:
        tops = [next(card for card in pool if HAIR[card] is hair) for hair in Hair]
        pool = [card for card in pool if card not in tops]
        state.open_piles = tuple((card,) for card in tops)
    else:
        state.open_piles = tuple(_pile(pile, ()) for pile in open_piles)
    state.face_down = _pile(face_down, pool)
    waiting = [_pile(None, [card for card in unused if CLOTHES[card] is colour]) for colour in coming]
    state.next_pile = _pile(next_pile, waiting.pop(0)[::-1] if waiting else ())
    state.set_aside = tuple(waiting[::-1])
    play = Play(state, dealer)
    state.knows = [0] * (players + 1)
    play.show(card for pile in (*state.open_piles, state.discard, state.influence_row) for card in pile)
    play.show(card for stack in (*state.prestige_stacks, *state.side_stacks) for card in stack)
    for number, hand in enumerate(state.hands):
        play.show_seat(Seat(number), hand)
    begin_season(play)
    return Table(state, dealer)


def _colours(options: Options, year: int) -> tuple[list[Clothes], list[Clothes]]:
    """Return the colours of the face-down pile in that year, and those still to come."""
    if options.same_value is not None:
        return list(Clothes), []
    return list(Clothes)[: 2 + year], list(Clothes)[2 + year :]


def _pile(text: str | None, otherwise: Iterable[Card]) -> tuple[Card, ...]:
    """Return a pile with its top last."""
    return tuple(otherwise if text is None else parse_cards(text))[::-1]


def _stacks(texts: Sequence[str], players: int) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(parse_cards(text)) for text in texts) if texts else ((),) * players
