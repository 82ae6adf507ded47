"""From what one seat sees to positions that it could be in.

A view leaves places unknown and lists the unseen cards that lie in them. `Hidden` copies everything else to a table
once. Then the unseen cards go into the unknown places, as the caller says or at random. At random, every arrangement
that agrees with the clothes colours of the piles, and with those that `Colours` deduces, is equally likely. A caller
with better estimates, for instance from how others play, can sample its own arrangements and pass them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from covergames.coverme import Card, Clothes, Decision, Magazine, Phase, State, View
from covergames.coverme.events import (
    Chose,
    Event,
    Featured,
    Kept,
    Stayed,
    Swapped,
    Took,
    TookNext,
    Turned,
    WentWithout,
    YearBegan,
)
from covergames.coverme.piles import PILE_OF
from covergames.coverme.places import Fate
from covergames.game import Seat
from covergames.kernel import _games as g
from covergames.kernel import _table as k
from covergames.kernel.colours import Colours
from covergames.kernel.playouts import Outcomes, Policies, Policy, Until, outcomes_of, prepare
from covergames.kernel.position import Position, chance, lay_out

Where: TypeAlias = Literal["hand", "face-down", "next", "looked", "set aside", "fictional"]

_CLOTHES: Final = tuple(Clothes)
_NEXT: Final = (Clothes.GREEN, Clothes.BLACK, Clothes.WHITE)
"""The colour of the next pile, year by year (CM-S3, CM-Y1)."""
_UNKNOWN: Final = Card(0)
"""Lies in every unknown place until a card is put there."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A place whose card the viewer does not know, and the clothes colour that it must have, if that is known."""

    where: Where
    seat: Seat | None
    clothes: Clothes | None
    slot: int
    """Where on the kernel's table."""


class Hidden:
    """A view, with unknown places to be filled."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.unknown: tuple[Unknown, ...] = tuple(sorted(_unknown(view), key=lambda place: place.clothes is None))
        """Every unknown place, those of a known colour first; in a hand, also for a cover placed face down."""
        if len(self.unknown) != len(view.unseen):
            raise ValueError(f"{len(view.unseen)} unseen cards for {len(self.unknown)} unknown places")
        self._position = Position(view.players, view.options)
        table = self._position.table
        lay_out(_visible_state(view), table)
        _lay_duties(view, table)
        self._placed = _bits(
            number for number, row in enumerate(view.magazines) if row.has_placed and row.placed is None
        )
        self._chosen = _lay_choices(view, table)
        leaders = table.leaders() if view.phase is Phase.VOTE else 0
        self._voted = leaders & ~_bits(view.to_act) & ~(0 if view.seat is None else 1 << view.seat)

    def unseen(self, *, rivals_placed: bool = True) -> k.Unseen:
        """Return what the kernel needs to deal the unknown places again.

        A cover that another player placed face down is any card of their hand; without `rivals_placed` they have yet to
        choose.
        """
        table = self._position.table
        undone = 0 if rivals_placed else _bits(filter(table.is_owned, range(table[k.MAGAZINES])))
        return k.Unseen(
            [place.slot for place in self.unknown],
            [k.NOBODY if place.clothes is None else _CLOTHES.index(place.clothes) for place in self.unknown],
            list(self.view.unseen),
            placed=self._placed & ~undone,
            chosen=self._chosen,
            voted=self._voted,
        )

    def visible(self) -> Position:
        """Return what the viewer sees, with arbitrary cards in the unknown places."""
        return self._position.copy()

    def complete(
        self, cards: Sequence[Card], *, placed: Mapping[Magazine, Card] | None = None, seed: int | str = 0
    ) -> Position:
        """Return the position with these cards in the unknown places, in their order.

        Covers placed face down are those given, or any card of the hand; secret choices and votes are left to chance.
        """
        position = self._position.copy()
        table = position.table
        table[k.CHANCE] = chance(seed)
        for place, card in zip(self.unknown, cards, strict=True):
            table[place.slot] = card
        if table[k.KIND] == k.FICTIONAL:
            table.shuffle(k.FICTIONAL_PILE, table[k.FICTIONAL_COUNT])
        for number in range(table[k.MAGAZINES]):
            if self._placed >> number & 1:
                magazine = Magazine(number)
                if placed is not None and magazine in placed and table.is_owned(number):
                    seat = table.owner(number)
                    card = placed[magazine]
                    table[k.PLACED + number] = table.remove_from_hand(seat, table.place_in_hand(seat, card))
                else:
                    table.place_hidden(number)
        table.choose_hidden(self._chosen, self._voted)
        return position

    def sample(self, *, seed: int | str) -> Position:
        """Return a random position that the viewer could be in."""
        position = self._position.copy()
        table = position.table
        table[k.CHANCE] = chance(seed)
        table.redeal(self.unseen())
        return position

    def play_out(
        self,
        games: int,
        *,
        seed: int | str = 0,
        policies: Policies = Policy.RANDOM,
        until: Until = Until.GAME,
    ) -> Outcomes:
        """Play out that many samples, each once, to the end of the season or the game."""
        source = self._position.copy().table
        prepare(source, policies, until)
        table = k.Table()
        table[k.CHANCE] = chance(seed)
        return outcomes_of(source, g.play_out_sampled(source, table, self.unseen(), games))


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _unknown(view: View) -> Iterator[Unknown]:
    """Yield the unknown places, pile by pile."""
    colours = Colours(view)
    for number, hand in enumerate(view.hands):
        places = range(len(hand.known), hand.size)
        for place, clothes in zip_longest(places, colours.of_hand(Seat(number)) if places else ()):
            yield Unknown("hand", Seat(number), clothes, k.HANDS + k.HAND * number + place)
    height = len(view.face_down)
    for depth, (card, clothes) in enumerate(zip_longest(view.face_down, colours.of_face_down())):
        if card is None:
            yield Unknown("face-down", None, clothes, k.FACE_DOWN + height - 1 - depth)
    colour = view.next_clothes or _NEXT[min(view.year, len(_NEXT)) - 1]
    for place, card in enumerate(reversed(view.next_pile)):
        if card is None:
            yield Unknown("next", None, colour, k.NEXT + place)
    for place, card in enumerate(view.looked):
        if card is None:
            yield Unknown("looked", view.to_act[0], colour, k.LOOKED + place)
    for pile, clothes in enumerate(reversed(view.set_aside)):
        for place in range(k.COLOURED):
            yield Unknown("set aside", None, clothes, k.SET_ASIDE + k.COLOURED * pile + place)
    if view.fictional_pile is not None:
        for place in range(len(view.fictional_pile.known), _fictional_cards(view)):
            yield Unknown("fictional", None, None, k.FICTIONAL_PILE + place)


def _fictional_cards(view: View) -> int:
    """Return how many cards the fictional pile has, with A's if it lies face down (CM-22)."""
    if view.fictional_pile is None:
        return 0
    a = view.magazines[2]
    return view.fictional_pile.size + (a.has_placed and a.placed is None)


def _filled(cards: Sequence[Card | None], size: int | None = None) -> tuple[Card, ...]:
    """Return the cards, with an arbitrary card in every unknown place."""
    known = tuple(_UNKNOWN if card is None else card for card in cards)
    return known if size is None else known + (_UNKNOWN,) * (size - len(known))


def _visible_state(view: View) -> State:
    """Return the table as far as the viewer knows it, without duties and secret choices."""
    hands = [_filled(hand.known, hand.size) for hand in view.hands]
    if view.seat is not None:
        hands[view.seat] = view.hand
    fictional = () if view.fictional_pile is None else _filled(view.fictional_pile.known, _fictional_cards(view))
    prestige_stacks, side_stacks = stacks_of(view)
    return State(
        players=view.players,
        options=view.options,
        phase=view.phase,
        year=view.year,
        season=view.season,
        month=view.month,
        start=view.start,
        face_down=_filled(view.face_down)[::-1],
        open_piles=open_piles_of(view),
        next_pile=_filled(view.next_pile)[::-1],
        set_aside=tuple((_UNKNOWN,) * k.COLOURED for _ in view.set_aside),
        discard=view.discard,
        fictional_pile=fictional,
        influence_row=view.influence_row,
        hands=hands,
        prestige_stacks=prestige_stacks,
        side_stacks=side_stacks,
        covers=tuple(row.covers for row in view.magazines),
        placed=[row.placed for row in view.magazines],
        undecided={},
        featured={
            Magazine(number): row.featured for number, row in enumerate(view.magazines) if row.featured is not None
        },
        votes=view.votes,
        duties=(),
        looked=_filled(view.looked),
        knows=[],
        past=(),
        present=(),
    )


def stacks_of(view: View) -> tuple[tuple[tuple[Card, ...], ...], tuple[tuple[Card, ...], ...]]:
    """Return the prestige and side stacks: every card in them was face up once (CM-I2)."""
    stacks: dict[Fate, list[list[Card]]] = {fate: [[] for _ in range(view.players)] for fate in Fate}
    for chapter in view.history:
        for event in chapter:
            if isinstance(event, Featured) and event.fate is not Fate.INFLUENCE_ROW:
                stacks[event.fate][event.magazine % view.players].extend(event.cards)
    return tuple(map(tuple, stacks[Fate.PRESTIGE_STACK])), tuple(map(tuple, stacks[Fate.SIDE_STACK]))


def open_piles_of(view: View) -> tuple[tuple[Card, ...], ...]:
    """Return the open piles: every card in them was on top once (CM-I1)."""
    open_piles: list[list[Card]] = [[], [], []]
    for chapter in view.history:
        for event in chapter:
            match event:
                case Turned(cards):
                    for card in cards:
                        open_piles[PILE_OF[card]].append(card)
                case Took(_, source) if source.is_open:
                    open_piles[source].pop()
                case YearBegan():
                    open_piles = [[], [], []]
                case _:
                    pass
    return tuple(map(tuple, open_piles))


def _lay_choices(view: View, table: k.Table) -> int:
    """Set who still has to choose a model; return the magazines with a secret choice of others, as bits (CM-M2)."""
    if view.phase is not Phase.FEATURE:
        return 0
    chosen = {event.magazine for event in view.history[-1] if isinstance(event, Chose)}
    featured = [table[k.FEATURED + number] for number in range(table[k.MAGAZINES])]
    table.judge()
    for magazine in chosen:
        table[k.UNDECIDED + magazine] = 0
    return _bits(magazine for magazine in chosen if featured[magazine] == k.NOBODY)


def _lay_duties(view: View, table: k.Table) -> None:
    """Set what is still to be taken: the duties of the phase, minus what is done (CM-S6, CM-R1, CM-R2, CM-Y2)."""
    events = view.history[-1]
    if view.phase is Phase.DRAFT:
        table.push_takings()
        done = events
    elif view.phase is Phase.NEW_YEAR:
        table.push_swappings()
        done = _since(events, YearBegan)
    elif view.phase in (Phase.REPLENISH, Phase.VOTE):
        for event in events:
            if isinstance(event, Featured):
                table[k.COVER_COUNT + event.magazine] = len(event.cards) + len(event.returned)
                table[k.VALUES + event.magazine] = event.value
        table.push_replenishing()
        for number in range(table[k.MAGAZINES]):
            table[k.COVER_COUNT + number] = 0
        done = _since(events, Featured)
    else:
        return
    for event in done:
        match event:
            case Took() | TookNext() | WentWithout():
                _owe_takings(table)
                table[k.DUTY_COUNT] -= 1
            case Kept() | Stayed():
                table[k.DUTY_COUNT] -= 1
            case Swapped(seat):
                table[k.DUTIES + table[k.DUTY_COUNT] - 1] = k.TAKING + seat
            case _:
                pass
    if view.decision is Decision.TAKE:
        _owe_takings(table)


def _since(events: tuple[Event, ...], kind: type[Event]) -> tuple[Event, ...]:
    """Return the events after the last one of that kind."""
    last = max((place for place, event in enumerate(events) if isinstance(event, kind)), default=-1)
    return events[last + 1 :]


def _owe_takings(table: k.Table) -> None:
    """Replace a look at a next pile with nothing to choose from by as many takings (CM-R5, CM-A5)."""
    duty = table[k.DUTIES + table[k.DUTY_COUNT] - 1]
    seat = duty % 8
    if duty - seat in (k.LOOKING, k.LOOKING_TWICE):
        table[k.DUTY_COUNT] -= 1
        for _ in range((duty - seat) // 8):
            table.push_duty(k.TAKING + seat)
