"""What a viewer of Cover Me sees, in two parts: what everybody sees, and what only one seat sees on top of it.

Both are written from views of the game, so that nothing can be in them that a view does not show. Together with the
history they give the very same view back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from covergames import coverme
from covergames.coverme import Card, Clothes, Decision, Event, Options, Phase, Row, Season, View, with_private
from covergames.coverme.events import SeasonBegan
from covergames.coverme.notation import parse_card
from covergames.coverme.trends import active_traits
from covergames.coverme.view import FictionalPileView, HandView, MagazineView, OpenPileView, StackView
from covergames.game import Result, Seat
from covergames.wire.coverme.actions import Action, read_action, write_action
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
from covergames.wire.part import CardText, Part

KnownPlaces: TypeAlias = tuple[tuple[int, CardText], ...]
"""Cards whose exact place in a pile is known, counted from its top, which is 0."""


class Magazine(Part, frozen=True):
    """A magazine's row of covers with their trend values now, and the cover of the month if it lies face up."""

    owner: Seat | None
    row: Row
    covers: CardTexts
    values: tuple[int, ...]
    has_placed: bool
    placed: CardText | None


class Hand(Part, frozen=True):
    """A hand: its size, and the cards in it that everybody knows."""

    size: int
    known: CardTexts


class OpenPile(Part, frozen=True):
    """An open pile: its top card and its size."""

    top: CardText | None
    size: int


class HiddenPile(Part, frozen=True):
    """A face-down pile: its size, and what everybody knows to lie where."""

    size: int
    known: KnownPlaces


class FictionalPile(Part, frozen=True):
    """The fictional pile: its size, and the cards that everybody knows to be in it or face down at A."""

    size: int
    known: CardTexts


class Stack(Part, frozen=True):
    """A prestige or side stack; its cards and their worth where the viewer may see them."""

    size: int
    cards: CardTexts | None
    worth: int | None


class Public(Part, frozen=True, tag_field="game", tag="cover-me"):
    """What everybody sees of a game of Cover Me."""

    year: int
    season: Season
    month: int
    start: Seat
    phase: Phase
    decision: Decision | None
    to_act: tuple[Seat, ...]
    tracks: Counts
    trends: TrendNames
    influence_row: CardTexts
    magazines: tuple[Magazine, ...]
    open_piles: tuple[OpenPile, ...]
    face_down: HiddenPile
    next_pile: HiddenPile
    next_clothes: Clothes | None
    set_aside: tuple[Clothes, ...]
    discard: CardTexts
    fictional_pile: FictionalPile | None
    hands: tuple[Hand, ...]
    looked: HiddenTexts
    prestige_stacks: tuple[Stack, ...]
    side_stacks: tuple[Stack, ...]
    unseen: CardTexts
    result: Result | None


class Private(Part, frozen=True, tag_field="game", tag="cover-me"):
    """What only one seat sees, on top of what everybody sees."""

    seat: Seat
    legal: tuple[Action, ...]
    """What the seat may do now."""
    hand: CardTexts
    placed: HiddenTexts
    """By magazine of its own, primary first."""
    featured: HiddenTexts
    """By magazine of its own, primary first."""
    hands: tuple[CardTexts, ...]
    """What only this seat knows to be in each hand."""
    face_down: KnownPlaces
    next_pile: KnownPlaces
    fictional_pile: CardTexts
    looked: KnownPlaces
    prestige_stack: Stack
    side_stack: Stack | None
    seen: CardTexts
    """The unseen cards whose place this seat knows, wherever they are."""
    vote: bool | None


def write_public(view: View) -> Public:
    """What a spectator's view shows."""
    return Public(
        year=view.year,
        season=view.season,
        month=view.month,
        start=view.start,
        phase=view.phase,
        decision=view.decision,
        to_act=view.to_act,
        tracks=write_tracks(view.tracks),
        trends=write_trends(view.trends, view.tracks),
        influence_row=write_cards(view.influence_row),
        magazines=tuple([_write_magazine(magazine) for magazine in view.magazines]),
        open_piles=tuple([OpenPile(write_hidden_card(pile.top), pile.size) for pile in view.open_piles]),
        face_down=HiddenPile(len(view.face_down), _known_places(view.face_down)),
        next_pile=HiddenPile(len(view.next_pile), _known_places(view.next_pile)),
        next_clothes=view.next_clothes,
        set_aside=view.set_aside,
        discard=write_cards(view.discard),
        fictional_pile=_write_fictional_pile(view.fictional_pile),
        hands=tuple([Hand(hand.size, write_cards(hand.known)) for hand in view.hands]),
        looked=write_hidden(view.looked),
        prestige_stacks=tuple([write_stack(stack) for stack in view.prestige_stacks]),
        side_stacks=tuple([write_stack(stack) for stack in view.side_stacks]),
        unseen=write_cards(view.unseen),
        result=view.result,
    )


def write_private(private: coverme.Private) -> Private:
    """What a seat sees on top of that."""
    return Private(
        seat=private.seat,
        legal=tuple([write_action(action) for action in private.legal]),
        hand=write_cards(private.hand),
        placed=write_hidden(private.placed),
        featured=write_hidden(private.featured),
        hands=tuple([write_cards(cards) for cards in private.hands]),
        face_down=_write_places(private.face_down),
        next_pile=_write_places(private.next_pile),
        fictional_pile=write_cards(private.fictional_pile),
        looked=_write_places(private.looked),
        prestige_stack=write_stack(private.prestige_stack),
        side_stack=None if private.side_stack is None else write_stack(private.side_stack),
        seen=write_cards(private.seen),
        vote=private.vote,
    )


def read_view(
    public: Public, private: Private | None, history: Iterable[Event], *, players: int, options: Options
) -> View:
    """The view that the two parts and the history were written from; without a private part a spectator's."""
    view = _read_public(public, history, players=players, options=options)
    return view if private is None else with_private(view, _read_private(private))


def _read_public(public: Public, history: Iterable[Event], *, players: int, options: Options) -> View:
    return View(
        seat=None,
        players=players,
        options=options,
        year=public.year,
        season=public.season,
        month=public.month,
        start=public.start,
        phase=public.phase,
        decision=public.decision,
        to_act=public.to_act,
        legal=(),
        traits=active_traits(public.season),
        tracks=read_tracks(public.tracks),
        trends=read_trends(public.trends),
        influence_row=read_cards(public.influence_row),
        magazines=tuple([_read_magazine(magazine) for magazine in public.magazines]),
        open_piles=tuple([OpenPileView(read_hidden_card(pile.top), pile.size) for pile in public.open_piles]),
        face_down=_read_pile(public.face_down),
        next_pile=_read_pile(public.next_pile),
        next_clothes=public.next_clothes,
        set_aside=public.set_aside,
        discard=read_cards(public.discard),
        fictional_pile=_read_fictional_pile(public.fictional_pile),
        hand=(),
        hands=tuple([HandView(hand.size, read_cards(hand.known)) for hand in public.hands]),
        looked=read_hidden(public.looked),
        prestige_stacks=tuple([_read_stack(stack) for stack in public.prestige_stacks]),
        side_stacks=tuple([_read_stack(stack) for stack in public.side_stacks]),
        unseen=read_cards(public.unseen),
        votes=(None,) * players,
        history=_chapters(history),
        result=public.result,
    )


def _read_private(private: Private) -> coverme.Private:
    return coverme.Private(
        seat=private.seat,
        legal=tuple([read_action(action) for action in private.legal]),
        hand=read_cards(private.hand),
        placed=read_hidden(private.placed),
        featured=read_hidden(private.featured),
        hands=tuple([read_cards(cards) for cards in private.hands]),
        face_down=_read_places(private.face_down),
        next_pile=_read_places(private.next_pile),
        fictional_pile=read_cards(private.fictional_pile),
        looked=_read_places(private.looked),
        prestige_stack=_read_stack(private.prestige_stack),
        side_stack=None if private.side_stack is None else _read_stack(private.side_stack),
        seen=read_cards(private.seen),
        vote=private.vote,
    )


def _write_magazine(magazine: MagazineView) -> Magazine:
    return Magazine(
        owner=magazine.owner,
        row=magazine.row,
        covers=write_cards(magazine.covers),
        values=magazine.values,
        has_placed=magazine.has_placed,
        placed=write_hidden_card(magazine.placed),
    )


def _read_magazine(magazine: Magazine) -> MagazineView:
    return MagazineView(
        owner=magazine.owner,
        row=magazine.row,
        covers=read_cards(magazine.covers),
        values=magazine.values,
        has_placed=magazine.has_placed,
        placed=read_hidden_card(magazine.placed),
        featured=None,
    )


def _known_places(pile: tuple[Card | None, ...]) -> KnownPlaces:
    return tuple([(place, TEXTS[card]) for place, card in enumerate(pile) if card is not None])


def _write_places(places: Iterable[tuple[int, Card]]) -> KnownPlaces:
    return tuple([(place, TEXTS[card]) for place, card in places])


def _read_places(places: KnownPlaces) -> tuple[tuple[int, Card], ...]:
    return tuple([(place, parse_card(card)) for place, card in places])


def _read_pile(pile: HiddenPile) -> tuple[Card | None, ...]:
    cards: list[Card | None] = [None] * pile.size
    for place, card in _read_places(pile.known):
        cards[place] = card
    return tuple(cards)


def _write_fictional_pile(pile: FictionalPileView | None) -> FictionalPile | None:
    return None if pile is None else FictionalPile(pile.size, write_cards(pile.known))


def _read_fictional_pile(pile: FictionalPile | None) -> FictionalPileView | None:
    return None if pile is None else FictionalPileView(pile.size, read_cards(pile.known))


def write_stack(stack: StackView) -> Stack:
    """A stack as the viewer may see it."""
    return Stack(stack.size, None if stack.cards is None else write_cards(stack.cards), stack.worth)


def _read_stack(stack: Stack) -> StackView:
    return StackView(stack.size, None if stack.cards is None else read_cards(stack.cards), stack.worth)


def _chapters(history: Iterable[Event]) -> tuple[tuple[Event, ...], ...]:
    """The set-up, then season by season: each begins with the event that says so."""
    chapters: list[list[Event]] = [[]]
    for event in history:
        if isinstance(event, SeasonBegan):
            chapters.append([])
        chapters[-1].append(event)
    return tuple([tuple(chapter) for chapter in chapters])
