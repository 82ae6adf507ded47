"""What happened in Cover Me, as one viewer may see it: the redacted events of the game, cards as text.

What the viewer may not see is null here because `redact` made it None: an event is redacted first, then written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, assert_never

from covergames.coverme import Clothes, Magazine, Season, Source, events
from covergames.coverme.events import Fate
from covergames.coverme.notation import parse_card
from covergames.game import Seat
from covergames.wire.coverme.actions import SourceName
from covergames.wire.coverme.cards import (
    TEXTS,
    CardTexts,
    Counts,
    HiddenTexts,
    TrendNames,
    read_cards,
    read_hidden,
    read_hidden_card,
    read_tracks,
    read_trends,
    write_cards,
    write_hidden,
    write_hidden_card,
    write_tracks,
    write_trends,
)
from covergames.wire.ending import GameEnded
from covergames.wire.part import CardText, Told

_SOURCE: Final[Mapping[SourceName, Source]] = {
    "blonde": Source.BLONDE,
    "red-brown": Source.RED_BROWN,
    "black": Source.BLACK,
    "face-down": Source.FACE_DOWN,
}
_NAME: Final = {source: name for name, source in _SOURCE.items()}


class Shuffled(Told, frozen=True):
    """A pile was shuffled."""

    pile: str
    size: int


class Dealt(Told, frozen=True):
    """A seat was dealt cards."""

    seat: Seat
    cards: HiddenTexts


class FictionalPileFormed(Told, frozen=True):
    """The two fictional magazines got their pile, unseen."""

    size: int


class InfluenceDrawn(Told, frozen=True):
    """The first cards of the influence row."""

    cards: CardTexts


class Turned(Told, frozen=True):
    """Cards were turned from the face-down pile onto the open piles, in this order."""

    cards: CardTexts


class Took(Told, frozen=True):
    """A seat took the top card of an open pile, which all saw, or of the face-down pile."""

    seat: Seat
    source: SourceName
    card: CardText | None


class TookNext(Told, frozen=True):
    """A seat took the top of the next pile without a choice."""

    seat: Seat
    card: CardText | None


class WentWithout(Told, frozen=True):
    """There was no card left to take."""

    seat: Seat


class Looked(Told, frozen=True):
    """A seat drew cards from the next pile to choose from."""

    seat: Seat
    cards: HiddenTexts


class Kept(Told, frozen=True):
    """A seat kept some of the cards it drew and put the others under the next pile."""

    seat: Seat
    kept: HiddenTexts
    put_back: HiddenTexts


class SeasonBegan(Told, frozen=True):
    """A season began with this starting seat."""

    year: int
    season: Season
    start: Seat


class FictionalPlaced(Told, frozen=True):
    """The fictional magazines placed their covers: A's face down, which nobody sees, B's face up."""

    b: CardText | None
    a_placed: bool


class Placed(Told, frozen=True):
    """A seat chose its covers of the month, face down."""

    seat: Seat
    cards: HiddenTexts


class Revealed(Told, frozen=True):
    """All covers of the month were turned face up together, by magazine."""

    month: int
    covers: tuple[tuple[Magazine, CardText], ...]


class Judged(Told, frozen=True):
    """The season's tracks and trends stand, and with them each cover's trend value, by magazine."""

    tracks: Counts
    trends: TrendNames
    values: tuple[tuple[int, ...], ...]


class Chose(Told, frozen=True):
    """A seat chose, in secret, which model one of its magazines features."""

    magazine: Magazine
    seat: Seat
    card: CardText | None


class Featured(Told, frozen=True):
    """A magazine's season special and where it went; its other models went back to where they came from."""

    magazine: Magazine
    cards: CardTexts
    value: int
    fate: Fate
    returned: CardTexts


class InfluenceDiscarded(Told, frozen=True):
    """Last season's influence row was discarded."""

    cards: CardTexts


class FictionalReplenished(Told, frozen=True):
    """The fictional pile got that many cards from these piles, unseen."""

    face_down: int
    next_pile: int


class YearBegan(Told, frozen=True):
    """A new year: new open piles, and this colour, if any, as the new next pile."""

    year: int
    discarded: CardTexts
    next_clothes: Clothes | None


class Swapped(Told, frozen=True):
    """A seat discarded a card in the new year."""

    seat: Seat
    card: CardText


class Stayed(Told, frozen=True):
    """A seat kept its hand in the new year."""

    seat: Seat


class Voted(Told, frozen=True):
    """A seat voted, in secret."""

    seat: Seat
    play_on: bool | None


class VotesRevealed(Told, frozen=True):
    """The votes of the tied leaders, by seat."""

    votes: tuple[tuple[Seat, bool], ...]


Event: TypeAlias = (
    Shuffled
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
    | Voted
    | VotesRevealed
    | GameEnded
)


def write_event(event: events.Event) -> Event:
    """A redacted event as the wire carries it."""
    match event:
        case events.Shuffled(pile, cards):
            return Shuffled(pile, len(cards))
        case events.Dealt(seat, cards):
            return Dealt(seat, write_hidden(cards))
        case events.FictionalPileFormed(size):
            return FictionalPileFormed(size)
        case events.InfluenceDrawn(cards):
            return InfluenceDrawn(write_cards(cards))
        case events.Turned(cards):
            return Turned(write_cards(cards))
        case events.Took(seat, source, card):
            return Took(seat, _NAME[source], write_hidden_card(card))
        case events.TookNext(seat, card):
            return TookNext(seat, write_hidden_card(card))
        case events.WentWithout(seat):
            return WentWithout(seat)
        case events.Looked(seat, cards):
            return Looked(seat, write_hidden(cards))
        case events.Kept(seat, kept, put_back):
            return Kept(seat, write_hidden(kept), write_hidden(put_back))
        case events.SeasonBegan(year, season, start):
            return SeasonBegan(year, season, start)
        case events.FictionalPlaced(_, b, a_placed):
            return FictionalPlaced(write_hidden_card(b), a_placed)
        case events.Placed(seat, cards):
            return Placed(seat, write_hidden(cards))
        case events.Revealed(month, covers):
            return Revealed(month, tuple([(magazine, TEXTS[card]) for magazine, card in covers]))
        case events.Judged(tracks, trends, values):
            return Judged(write_tracks(tracks), write_trends(trends, tracks), values)
        case events.Chose(magazine, seat, card):
            return Chose(magazine, seat, write_hidden_card(card))
        case events.Featured(magazine, cards, value, fate, returned):
            return Featured(magazine, write_cards(cards), value, fate, write_cards(returned))
        case events.InfluenceDiscarded(cards):
            return InfluenceDiscarded(write_cards(cards))
        case events.FictionalReplenished(face_down, next_pile):
            return FictionalReplenished(face_down, next_pile)
        case events.YearBegan(year, discarded, next_clothes):
            return YearBegan(year, write_cards(discarded), next_clothes)
        case events.Swapped(seat, card):
            return Swapped(seat, TEXTS[card])
        case events.Stayed(seat):
            return Stayed(seat)
        case events.Voted(seat, play_on):
            return Voted(seat, play_on)
        case events.VotesRevealed(votes):
            return VotesRevealed(votes)
        case events.GameEnded(result):
            return GameEnded(result)
        case _:
            assert_never(event)


def read_event(event: Event) -> events.Event:
    """The redacted event that the wire carried."""
    match event:
        case Shuffled(pile=pile, size=size):
            return events.Shuffled(pile, (None,) * size)
        case Dealt(seat=seat, cards=cards):
            return events.Dealt(seat, read_hidden(cards))
        case FictionalPileFormed(size=size):
            return events.FictionalPileFormed(size)
        case InfluenceDrawn(cards=seen):
            return events.InfluenceDrawn(read_cards(seen))
        case Turned(cards=seen):
            return events.Turned(read_cards(seen))
        case Took(seat=seat, source=source, card=card):
            return events.Took(seat, _SOURCE[source], read_hidden_card(card))
        case TookNext(seat=seat, card=card):
            return events.TookNext(seat, read_hidden_card(card))
        case WentWithout(seat=seat):
            return events.WentWithout(seat)
        case Looked(seat=seat, cards=cards):
            return events.Looked(seat, read_hidden(cards))
        case Kept(seat=seat, kept=kept, put_back=put_back):
            return events.Kept(seat, read_hidden(kept), read_hidden(put_back))
        case SeasonBegan(year=year, season=season, start=start):
            return events.SeasonBegan(year, season, start)
        case FictionalPlaced(b=b, a_placed=a_placed):
            return events.FictionalPlaced(None, read_hidden_card(b), a_placed)
        case Placed(seat=seat, cards=cards):
            return events.Placed(seat, read_hidden(cards))
        case Revealed(month=month, covers=covers):
            return events.Revealed(month, tuple([(magazine, parse_card(card)) for magazine, card in covers]))
        case Judged(tracks=tracks, trends=trends, values=values):
            return events.Judged(read_tracks(tracks), read_trends(trends), values)
        case Chose(magazine=magazine, seat=seat, card=card):
            return events.Chose(magazine, seat, read_hidden_card(card))
        case Featured(magazine=magazine, cards=seen, value=value, fate=fate, returned=returned):
            return events.Featured(magazine, read_cards(seen), value, fate, read_cards(returned))
        case InfluenceDiscarded(cards=seen):
            return events.InfluenceDiscarded(read_cards(seen))
        case FictionalReplenished(face_down=face_down, next_pile=next_pile):
            return events.FictionalReplenished(face_down, next_pile)
        case YearBegan(year=year, discarded=discarded, next_clothes=next_clothes):
            return events.YearBegan(year, read_cards(discarded), next_clothes)
        case Swapped(seat=seat, card=card_seen):
            return events.Swapped(seat, parse_card(card_seen))
        case Stayed(seat=seat):
            return events.Stayed(seat)
        case Voted(seat=seat, play_on=play_on):
            return events.Voted(seat, play_on)
        case VotesRevealed(votes=votes):
            return events.VotesRevealed(votes)
        case GameEnded(result=result):
            return events.GameEnded(result)
        case _:
            assert_never(event)
