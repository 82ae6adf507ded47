"""One season: three months of covers, the trends, the season special and what becomes of it."""

from __future__ import annotations

from typing import Final

from covergames.coverme.cards import Card, without
from covergames.coverme.duties import LOOKING, TAKING, Duty, Looking
from covergames.coverme.events import Featured, FictionalPlaced, InfluenceDiscarded, Judged, Revealed, SeasonBegan
from covergames.coverme.history import Chapter
from covergames.coverme.places import Fate, Magazine, Row
from covergames.coverme.state import Play, State, replaced
from covergames.coverme.trends import Tracks, Trends, tracks_of, trend_value, trends_of
from covergames.game import Seat

MONTHS: Final = 3
"""CM-P1."""


def begin_season(play: Play) -> None:
    """Empty rows, tracks that count the influence row alone (CM-N1), and the first month."""
    state = play.state
    state.month = 0
    state.past += (Chapter(state.present),)
    state.present = ()
    play.tell(SeasonBegan(state.year, state.season, state.start))
    begin_month(play)


def begin_month(play: Play) -> None:
    """Before the players choose, the fictional magazines place: A face down, B face up, A going short first (CM-22, CM-24)."""
    state = play.state
    state.month += 1
    if not state.is_fictional:
        return
    pile = state.fictional_pile
    a = pile[-1] if len(pile) > 1 else None
    b = pile[-2] if len(pile) > 1 else pile[-1] if pile else None
    state.fictional_pile = pile[:-2]
    state.placed[2:] = [a, b]
    if b is not None:
        play.show((b,))
    play.tell(FictionalPlaced(a, b, a_placed=a is not None))


def place(play: Play, seat: Seat, cards: tuple[Card, ...]) -> None:
    """The seat's choice of the month lies face down: primary, then secondary magazine (CM-P1, CM-A2)."""
    state = play.state
    magazines = state.magazines_of(seat)
    for place, card in enumerate(cards):
        state.hands[seat] = without(state.hands[seat], card)
        state.placed[magazines[place]] = card


def reveal(play: Play) -> None:
    """All covers of the month are turned face up together (CM-P1)."""
    state = play.state
    covers = [(Magazine(number), card) for number, card in enumerate(state.placed) if card is not None]
    rows = list(state.covers)
    for magazine, card in covers:
        rows[magazine] += (card,)
    state.covers = tuple(rows)
    state.placed = [None] * len(state.placed)
    play.show(card for _, card in covers)
    play.tell(Revealed(state.month, tuple(covers)))


def tracks(state: State) -> Tracks:
    """The fashion tracks now: the influence row and every cover revealed this season (CM-T2)."""
    counted = list(state.influence_row)
    for row in state.covers:
        counted += row
    return tracks_of(counted, state.season)


def judge(play: Play) -> None:
    """After the third month the trends stand (CM-T3, CM-T4), and some have to choose between models (CM-M2)."""
    state = play.state
    counts = tracks(state)
    trends = trends_of(counts)
    values = tuple([values_of(row, trends) for row in state.covers])
    play.tell(Judged(counts, trends, values))
    undecided: dict[Magazine, tuple[Card, ...]] = {}
    for number, row in enumerate(state.covers):
        if state.owner(Magazine(number)) is not None:
            best = most_trendy(row, values[number])
            if len(best) > 1 and max(values[number]) > 0:
                undecided[Magazine(number)] = best
    state.undecided = undecided


def values_of(row: tuple[Card, ...], trends: Trends) -> tuple[int, ...]:
    """The trend values of a row's models (CM-T4)."""
    return tuple([trend_value(card, trends) for card in row])


def most_trendy(row: tuple[Card, ...], values: tuple[int, ...]) -> tuple[Card, ...]:
    """The models with the highest trend value of a row, in the order placed (CM-M1)."""
    highest = max(values) if values else 0
    return tuple([card for place, card in enumerate(row) if values[place] == highest])


def special(state: State, magazine: Magazine, trends: Trends) -> tuple[Card, ...]:
    """The magazine's season special: the chosen one (CM-M2), the best or all at 0 (CM-M1, CM-M3), the first (CM-23)."""
    if magazine in state.featured:
        return (state.featured[magazine],)
    row = state.covers[magazine]
    best = most_trendy(row, values_of(row, trends))
    return best[:1] if state.owner(magazine) is None else best


def evaluate(play: Play) -> None:
    """What becomes of every model on the table, and what the players will take in return (CM-E1 to CM-E5)."""
    state = play.state
    trends = trends_of(tracks(state))
    if state.influence_row:
        play.tell(InfluenceDiscarded(state.influence_row))
        state.discard += state.influence_row
        state.influence_row = ()
    fates: dict[Magazine, tuple[Fate, int]] = {}
    for number, row in enumerate(state.covers):
        if row:
            magazine = Magazine(number)
            cards = special(state, magazine, trends)
            value = trend_value(cards[0], trends)
            fate = fate_of(state, magazine, value)
            fates[magazine] = fate, len(cards)
            _move(state, magazine, cards, fate)
            returned = tuple([card for card in row if card not in cards])
            _send_back(state, magazine, returned)
            play.tell(Featured(magazine, cards, value, fate, returned))
    state.covers = ((),) * len(state.covers)
    state.featured = {}
    state.duties = tuple([duty for seat in state.seats_from_start() for duty in _replenishing(state, seat, fates)])


def fate_of(state: State, magazine: Magazine, value: int) -> Fate:
    """Value 3 or all at 0 scores, 1 or 2 influences; fictional magazines never score (CM-E2, CM-E3, CM-E4, CM-A4, CM-23)."""
    if value in (1, 2) or state.owner(magazine) is None:
        return Fate.INFLUENCE_ROW
    return Fate.PRESTIGE_STACK if state.row(magazine) is Row.PRIMARY else Fate.SIDE_STACK


def _move(state: State, magazine: Magazine, cards: tuple[Card, ...], fate: Fate) -> None:
    """Put the season special where it goes."""
    owner = state.owner(magazine)
    match fate:
        case Fate.INFLUENCE_ROW:
            state.influence_row += cards
        case Fate.PRESTIGE_STACK:
            assert owner is not None
            stacks = state.prestige_stacks
            state.prestige_stacks = replaced(stacks, owner, stacks[owner] + cards)
        case Fate.SIDE_STACK:
            assert owner is not None
            stacks = state.side_stacks
            state.side_stacks = replaced(stacks, owner, stacks[owner] + cards)


def _send_back(state: State, magazine: Magazine, cards: tuple[Card, ...]) -> None:
    """The other models go back to the hand, or to the fictional pile (CM-M1, CM-23)."""
    owner = state.owner(magazine)
    if owner is None:
        state.fictional_pile += cards
    else:
        state.hands[owner] = tuple(sorted(state.hands[owner] + cards))


def _replenishing(state: State, seat: Seat, fates: dict[Magazine, tuple[Fate, int]]) -> list[Duty]:
    """What the seat takes: a card for each that scored (CM-R1), or one from the next pile (CM-R2); in pairs (CM-A5)."""
    if state.is_advanced:
        results = [fates[magazine] for magazine in state.magazines_of(seat) if magazine in fates]
        if [fate for fate, _ in results] == [Fate.INFLUENCE_ROW] * 2:
            return [Looking(seat, keep=2)]
    else:
        results = [fates.get(Magazine(seat), (Fate.INFLUENCE_ROW, 1))]
    duties: list[Duty] = []
    for fate, count in results:
        duties += [LOOKING[seat]] if fate is Fate.INFLUENCE_ROW else [TAKING[seat]] * count
    return duties
