"""A position of Cover Me on the kernel's table: made from options or a `State`, stepped, copied, compared."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Final

from covergames.compiled import ADVICE
from covergames.coverme import (
    Action,
    Card,
    Clothes,
    Decision,
    Feature,
    GameLength,
    Keep,
    Magazine,
    Options,
    Phase,
    Place,
    Row,
    Season,
    Source,
    State,
    Stay,
    Swap,
    Take,
    TwoPlayer,
    Vote,
)
from covergames.coverme.duties import Duty, Looking, Swapping, Taking
from covergames.coverme.options import check
from covergames.game import Result, Seat
from covergames.kernel import OBSTACLE
from covergames.kernel import _table as k

IS_COMPILED: Final = not str(k.__file__).endswith(".py")

_PHASES: Final = tuple(Phase)
_SEASONS: Final = tuple(Season)
_CLOTHES: Final = tuple(Clothes)


class InterpretedKernelWarning(RuntimeWarning):
    """The kernel runs without being compiled."""


@cache
def warn_if_interpreted() -> None:
    """Warn, once, if the kernel is not compiled."""
    if not IS_COMPILED:
        reason = "is not compiled" if OBSTACLE is None else f"cannot use its compiled modules ({OBSTACLE})"
        warnings.warn(
            f"the Cover Me kernel {reason} and runs about a hundred times slower: {ADVICE}",
            InterpretedKernelWarning,
            stacklevel=3,
        )


def chance(seed: int | str) -> int:
    """Return the generator's state for a seed, which is a whole number or a text."""
    number = int.from_bytes(blake2b(f"{type(seed).__name__} {seed}".encode(), digest_size=16).digest())
    return number % ((k.MULTIPLIER << 32) - 2) + 1


class Position:
    """One table. Actions are not checked: give it only what `legal` names."""

    def __init__(self, players: int, options: Options) -> None:
        check(players, options)
        warn_if_interpreted()
        self.options = options
        """The options as given; anything drawn at random is drawn again for every deal."""
        self.table = table = k.Table()
        is_advanced = players == 2 and options.two_player is TwoPlayer.ADVANCED
        table[k.PLAYERS] = players
        table[k.MAGAZINES] = 4 if players == 2 else players
        table[k.KIND] = k.PLAIN if players > 2 else k.ADVANCED if is_advanced else k.FICTIONAL
        table[k.SHORTER] = options.length is GameLength.SHORTER
        table[k.YEARS] = options.number_of_years
        table[k.REMOVED] = _removed(options)
        table[k.FIRST_GAME] = options.first_game
        table[k.START] = k.NOBODY if options.start is None else options.start
        table[k.CHANCE] = chance(0)
        table[k.LAST_SEASON] = k.FOREVER

    @classmethod
    def deal(cls, players: int, options: Options, *, seed: int | str = 0) -> Position:
        """Deal a new game and return its position before the first decision (CM-S9).

        Raises:
            OptionsError: the options do not fit the number of players.
        """
        position = cls(players, options)
        position.table[k.CHANCE] = chance(seed)
        if options.same_value == "drawn":
            position.table[k.REMOVED] = position.table.draw(len(Clothes))
        position.table.deal()
        return position

    @classmethod
    def deal_scripted(cls, players: int, options: Options, shuffles: Sequence[Sequence[Card]]) -> Position:
        """Set up a game with settled options and prescribed shuffles, top first (CM-S9)."""
        position = cls(players, options)
        position._prescribe(shuffles)
        position.table.deal()
        return position

    @classmethod
    def of(cls, state: State) -> Position:
        """Return the position of that state."""
        position = cls(state.players, state.options)
        lay_out(state, position.table)
        return position

    def copy(self) -> Position:
        """Return a copy of the position, with the same chance ahead of it."""
        twin = Position.__new__(Position)
        twin.options = self.options
        twin.table = k.Table()
        twin.table.copy_from(self.table)
        twin.table[k.CHANCE] = self.table[k.CHANCE]
        twin.table[k.DECISIONS] = self.table[k.DECISIONS]
        return twin

    @property
    def players(self) -> int:
        """How many play."""
        return self.table[k.PLAYERS]

    @property
    def phase(self) -> Phase:
        """What kind of decision the table waits for."""
        return _PHASES[self.table[k.PHASE]]

    @property
    def decision(self) -> Decision | None:
        """The kind of decision that the table waits for; None: the game is over."""
        match self.phase:
            case Phase.PLACE:
                return Decision.PLACE
            case Phase.FEATURE:
                return Decision.FEATURE
            case Phase.VOTE:
                return Decision.VOTE
            case Phase.OVER:
                return None
            case _:
                return self._duties()[0].decision

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that owe a decision."""
        seats = self.table.to_act()
        return tuple(Seat(seat) for seat in range(self.players) if seats >> seat & 1)

    def legal(self, seat: Seat) -> list[Action]:
        """Return everything the seat may do now, in no particular order."""
        if seat not in self.to_act():
            return []
        return [self.decode(code) for code in self.table.legal(seat)]

    def apply(self, seat: Seat, action: Action, shuffles: Sequence[Sequence[Card]] = ()) -> None:
        """Carry out the action on this table; shuffles on the way are prescribed or random."""
        self._prescribe(shuffles)
        self.table.apply(seat, self.encode(seat, action))

    def result(self) -> Result | None:
        """Return scores and places once the game is over, None before."""
        return self.standings() if self.table[k.PHASE] == k.OVER else None

    def standings(self) -> Result:
        """Return scores and places as if the game ended now."""
        table, seats = self.table, range(self.players)
        scores = tuple(table[k.STANDING + seat] >> k.WORTHS for seat in seats)
        return Result(scores, tuple(table.place_of(seat) for seat in seats))

    def encode(self, seat: Seat, action: Action) -> int:
        """Return the action as the kernel's integer."""
        match action:
            case Take(source):
                return int(source)
            case Place(cards) | Keep(cards):
                return cards[0] + 256 * (cards[1] if len(cards) > 1 else k.NONE)
            case Feature(row, card):
                return card + 256 * (seat if row is Row.PRIMARY else seat + self.players)
            case Swap(card):
                return card
            case Stay():
                return k.NONE
            case Vote(play_on):
                return int(play_on)

    def decode(self, code: int) -> Action:
        """Return the action that the kernel's integer means now."""
        first, second = Card(code & 255), Card(code >> 8)
        cards = (first,) if second == k.NONE else (first, second)
        match self.decision:
            case Decision.TAKE:
                return Take(Source(code))
            case Decision.PLACE:
                return Place(cards)
            case Decision.KEEP:
                return Keep(cards)
            case Decision.FEATURE:
                return Feature(Row.PRIMARY if second < self.players else Row.SECONDARY, first)
            case Decision.SWAP:
                return Stay() if first == k.NONE else Swap(first)
            case _:
                return Vote(play_on=bool(code))

    def fields(self) -> dict[str, object]:
        """Return the position as the fields of `State`, without the options and the memory of the past."""
        t, players, magazines = self.table, range(self.players), range(self.table[k.MAGAZINES])
        rows = [self._cards(k.COVERS + 3 * number, t[k.COVER_COUNT + number]) for number in magazines]
        bottom = t[k.NEXT_BOTTOM]
        return {
            "players": self.players,
            "phase": self.phase,
            "year": t[k.YEAR],
            "season": _SEASONS[t[k.SEASON]],
            "month": t[k.MONTH],
            "start": Seat(t[k.START]),
            "face_down": self._cards(k.FACE_DOWN, t[k.FACE_DOWN_COUNT]),
            "open_piles": tuple(self._cards(k.OPEN + k.HAIRED * pile, t[k.OPEN_COUNT + pile]) for pile in range(3)),
            "next_pile": tuple(Card(t[k.NEXT + (bottom + place) % k.RING]) for place in range(t[k.NEXT_COUNT])),
            "set_aside": tuple(
                self._cards(k.SET_ASIDE + k.COLOURED * pile, t[k.SET_ASIDE_COUNT + pile])
                for pile in range(t[k.SET_ASIDE_PILES])
            ),
            "discard": self._cards(k.DISCARD, t[k.DISCARD_COUNT]),
            "fictional_pile": self._cards(k.FICTIONAL_PILE, t[k.FICTIONAL_COUNT]),
            "influence_row": self._cards(k.INFLUENCE, t[k.INFLUENCE_COUNT]),
            "hands": [tuple(sorted(self._cards(k.HANDS + k.HAND * seat, t[k.HAND_COUNT + seat]))) for seat in players],
            "prestige_stacks": tuple(
                self._cards(k.PRESTIGE + k.CARDS * seat, t[k.PRESTIGE_COUNT + seat]) for seat in players
            ),
            "side_stacks": tuple(
                self._cards(k.SIDE + k.CARDS * seat, t[k.SIDE_COUNT + seat]) if seat < 2 else () for seat in players
            ),
            "covers": tuple(rows),
            "placed": [None if (card := t[k.PLACED + number]) < 0 else Card(card) for number in magazines],
            "undecided": {
                Magazine(number): tuple(card for place, card in enumerate(rows[number]) if places >> place & 1)
                for number in magazines
                if (places := t[k.UNDECIDED + number])
            },
            "featured": {
                Magazine(number): rows[number][place]
                for number in magazines
                if (place := t[k.FEATURED + number]) != k.NOBODY
            },
            "votes": tuple(None if (vote := t[k.VOTES + seat]) < 0 else bool(vote) for seat in players),
            "duties": tuple(self._duties()),
            "looked": self._cards(k.LOOKED, t[k.LOOKED_COUNT]),
        }

    def _cards(self, start: int, count: int) -> tuple[Card, ...]:
        return tuple(Card(self.table[start + place]) for place in range(count))

    def _duties(self) -> list[Duty]:
        duties: list[Duty] = []
        for place in reversed(range(self.table[k.DUTY_COUNT])):
            code = self.table[k.DUTIES + place]
            seat = Seat(code % 8)
            kind = code - seat
            duties.append(
                Taking(seat) if kind == k.TAKING else Swapping(seat) if kind == k.SWAPPING else Looking(seat, kind // 8)
            )
        return duties

    def _prescribe(self, shuffles: Sequence[Sequence[Card]]) -> None:
        """Prescribe the coming shuffles: the last card of the last one first."""
        script = [card for cards in shuffles for card in cards][::-1]
        for place, card in enumerate(script):
            self.table[k.SCRIPTED + place] = card
        self.table[k.SCRIPT] = len(script)


def _removed(options: Options) -> int:
    match options.same_value:
        case None:
            return k.NOBODY
        case "drawn":
            return k.DRAWN
        case colour:
            return _CLOTHES.index(colour)


def lay_out(state: State, t: k.Table) -> None:
    """Copy everything in the state to the table."""

    def lay(start: int, count_at: int, cards: Sequence[Card]) -> None:
        t[count_at] = len(cards)
        for place, card in enumerate(cards):
            t[start + place] = card

    t.clear()
    t[k.PHASE] = _PHASES.index(state.phase)
    t[k.YEAR] = state.year
    t[k.SEASON] = _SEASONS.index(state.season)
    t[k.MONTH] = state.month
    t[k.START] = state.start
    lay(k.FACE_DOWN, k.FACE_DOWN_COUNT, state.face_down)
    lay(k.NEXT, k.NEXT_COUNT, state.next_pile)
    lay(k.DISCARD, k.DISCARD_COUNT, state.discard)
    lay(k.FICTIONAL_PILE, k.FICTIONAL_COUNT, state.fictional_pile)
    lay(k.INFLUENCE, k.INFLUENCE_COUNT, state.influence_row)
    lay(k.LOOKED, k.LOOKED_COUNT, state.looked)
    t[k.SET_ASIDE_PILES] = len(state.set_aside)
    for number, pile in enumerate(state.set_aside):
        lay(k.SET_ASIDE + k.COLOURED * number, k.SET_ASIDE_COUNT + number, pile)
    for number, pile in enumerate(state.open_piles):
        lay(k.OPEN + k.HAIRED * number, k.OPEN_COUNT + number, pile)
    for seat in range(state.players):
        lay(k.HANDS + k.HAND * seat, k.HAND_COUNT + seat, state.hands[seat])
        vote = state.votes[seat]
        t[k.VOTES + seat] = k.NOBODY if vote is None else vote
        for magazine, stack in ((seat, state.prestige_stacks[seat]), (seat + state.players, state.side_stacks[seat])):
            for card in stack:
                t.score(magazine, card)
    for number, row in enumerate(state.covers):
        lay(k.COVERS + 3 * number, k.COVER_COUNT + number, row)
    t.count_tracks()
    if state.phase is Phase.FEATURE:
        t.judge()
    for number, row in enumerate(state.covers):
        magazine = Magazine(number)
        undecided = state.undecided.get(magazine, ())
        featured = state.featured.get(magazine)
        placed = state.placed[number]
        t[k.UNDECIDED + number] = sum(1 << place for place, card in enumerate(row) if card in undecided)
        t[k.FEATURED + number] = k.NOBODY if featured is None else row.index(featured)
        t[k.PLACED + number] = k.NOBODY if placed is None else placed
    for duty in reversed(state.duties):
        match duty:
            case Taking(seat):
                t.push_duty(k.TAKING + seat)
            case Looking(seat, keep):
                t.push_duty(8 * keep + seat)
            case Swapping(seat):
                t.push_duty(k.SWAPPING + seat)
