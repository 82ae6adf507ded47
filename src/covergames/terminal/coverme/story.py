"""Events of Cover Me as sentences. The events are already redacted for the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from covergames.coverme import events as happened
from covergames.coverme.places import Row
from covergames.terminal.coverme.words import owner_of

if TYPE_CHECKING:
    from covergames.coverme import Magazine
    from covergames.coverme.events import Event
    from covergames.terminal.coverme.words import CoverMeWords


def sentence(event: Event, words: CoverMeWords, *, is_pair: bool) -> str | None:
    """Return the event as a sentence; None: it is not worth mentioning."""
    match event:
        case happened.Shuffled(pile):
            return words("cover-me.event.reshuffled") if pile == "face-down" else None
        case happened.Dealt(seat, cards):
            return words("cover-me.event.dealt", **words.who(seat), cards=words.cards(cards), count=len(cards))
        case happened.FictionalPileFormed(size):
            return words("cover-me.event.fictional-pile", size=size)
        case happened.InfluenceDrawn(cards):
            return words("cover-me.event.influence-drawn", cards=words.cards(cards))
        case happened.Turned(cards):
            return words("cover-me.event.turned", cards=words.cards(cards))
        case happened.Took(seat, source, card):
            key = "cover-me.event.took-open" if source.is_open else "cover-me.event.took-blind"
            return words(key, **words.who(seat), card=words.cards((card,)))
        case happened.TookNext(seat, card):
            return words("cover-me.event.took-next", **words.who(seat), card=words.cards((card,)))
        case happened.WentWithout(seat):
            return words("cover-me.event.went-without", **words.who(seat))
        case happened.Looked(seat, cards):
            return words("cover-me.event.looked", **words.who(seat), cards=words.cards(cards), count=len(cards))
        case happened.Kept(seat, kept, put_back):
            return words(
                "cover-me.event.kept",
                **words.who(seat),
                kept=words.cards(kept),
                back=words.cards(put_back),
                count=len(kept),
            )
        case happened.SeasonBegan(year, season, start):
            return words("cover-me.event.season-began", **words.who(start), year=year, season=words.season(season))
        case happened.FictionalPlaced(_, b, a_placed):
            if b is None:
                return None
            return words("cover-me.event.fictional-placed", a=str(a_placed).lower(), card=words.cards((b,)))
        case happened.Placed(seat, cards):
            return words("cover-me.event.placed", **words.who(seat), cards=words.cards(cards))
        case happened.Revealed(month, covers):
            shown = [f"{_magazine(number, words, is_pair=is_pair)} {words.cards((card,))}" for number, card in covers]
            return words("cover-me.event.revealed", month=month, covers=", ".join(shown))
        case happened.Judged(_, trends, _):
            names = [
                words.characteristic(characteristic) for characteristic in event.tracks if characteristic in trends
            ]
            return words("cover-me.event.judged", trends=", ".join(names))
        case happened.Chose(_, seat, card):
            return words("cover-me.event.chose", **words.who(seat), card=words.cards((card,)))
        case happened.Featured(magazine, cards, value, fate, _):
            return words(
                f"cover-me.event.featured.{fate.value.replace(' ', '-')}",
                magazine=_magazine(magazine, words, is_pair=is_pair),
                cards=words.cards(cards),
                value=value,
            )
        case happened.InfluenceDiscarded(cards):
            return words("cover-me.event.influence-discarded", cards=words.cards(cards))
        case happened.FictionalReplenished():
            return words("cover-me.event.fictional-replenished")
        case happened.YearBegan(year, _, clothes):
            colour = "none" if clothes is None else words.characteristic(clothes)
            return words("cover-me.event.year-began", year=year, colour=colour)
        case happened.Swapped(seat, card):
            return words("cover-me.event.swapped", **words.who(seat), card=words.cards((card,)))
        case happened.Stayed(seat):
            return words("cover-me.event.stayed", **words.who(seat))
        case happened.StacksOpened():
            return words("cover-me.event.stacks-opened")
        case happened.Voted(seat, play_on):
            return words("cover-me.event.voted", **words.who(seat), vote=_vote(words, play_on=play_on))
        case happened.VotesRevealed(votes):
            shown = [f"{words.name(seat)}: {_vote(words, play_on=play_on)}" for seat, play_on in votes]
            return words("cover-me.event.votes-revealed", votes=", ".join(shown))
        case happened.GameEnded():
            return words("result.game-over")
        case _:
            assert_never(event)


def _vote(words: CoverMeWords, *, play_on: bool | None) -> str:
    if play_on is None:
        return ""
    return words("cover-me.choice.play-on" if play_on else "cover-me.choice.share")


def _magazine(magazine: Magazine, words: CoverMeWords, *, is_pair: bool) -> str:
    players = len(words.players)
    owner = owner_of(magazine, players, is_pair=is_pair)
    return words.magazine(magazine, owner, Row.PRIMARY if magazine < players else Row.SECONDARY, is_pair=is_pair)
