"""Cards, options and decisions as text and data, as records hold them. A card is its id in the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from covergames.coverup.actions import Action, Done, Flip, GiveBack, Lay, Lift, TimeUp
from covergames.coverup.cards import Card
from covergames.coverup.deck import HOUSE, Deck, DeckError, house_deck, read_deck, write_deck
from covergames.coverup.layout import Placement
from covergames.coverup.options import Options, check
from covergames.game import CLOCK, Data, NotationError, OptionsError, Seat

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "lay": ("seat", "card", "flip", "turn", "x", "y", "t"),
    "lift": ("seat", "card", "t"),
    "flip": ("seat", "t"),
    "done": ("seat", "t"),
    "time_up": ("t",),
    "give_back": ("seat", "card"),
}
"""The decisions of a record and what each of them says."""

LARGEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exact."""


def write_card(card: Card, options: Options) -> str:
    """The card's id."""
    return options.deck[card].id


def read_card(text: str, options: Options) -> Card:
    """The card with that id, or `NotationError`."""
    return options.deck.card(text)


def write_placement(placement: Placement, deck: Deck) -> Data:
    """A placement: ``{"card": "g01", "flip": false, "turn": 0, "x": 0, "y": 0}``."""
    return {
        "card": deck[placement.card].id,
        "flip": placement.flip,
        "turn": placement.turn,
        "x": placement.x,
        "y": placement.y,
    }


def write_action(seat: Seat, action: Action, options: Options) -> Data:
    """A decision as a record holds it; the clock's has no seat."""
    match action:
        case Lay(placement, t):
            return {"event": "lay", "seat": seat, **write_placement(placement, options.deck), "t": t}
        case Lift(card, t):
            return {"event": "lift", "seat": seat, "card": write_card(card, options), "t": t}
        case Flip(t):
            return {"event": "flip", "seat": seat, "t": t}
        case Done(t):
            return {"event": "done", "seat": seat, "t": t}
        case TimeUp(t):
            return {"event": "time_up", "t": t}
        case GiveBack(card):
            return {"event": "give_back", "seat": seat, "card": write_card(card, options)}
        case _:
            assert_never(action)


def read_action(data: Mapping[str, object], options: Options) -> tuple[Seat, Action]:
    """The decision of a record, or `NotationError`: unknown fields and types are refused."""
    kind = data.get("event")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise NotationError(f"event {kind!r} is none of {', '.join(FIELDS)}")
    for name in data.keys() - {"event", *FIELDS[kind]}:
        raise NotationError(f"{kind} has an unknown field {name!r}")
    for name in FIELDS[kind]:
        if name not in data:
            raise NotationError(f"{kind} has no {name!r}")
    seat = CLOCK if kind == "time_up" else Seat(_whole(data, "seat", least=0))
    match kind:
        case "lay":
            placement = Placement(
                _card(data, options),
                flip=_truth(data, "flip"),
                turn=_whole(data, "turn", least=0, most=3),
                x=_whole(data, "x", least=-LARGEST),
                y=_whole(data, "y", least=-LARGEST),
            )
            return seat, Lay(placement, _time(data))
        case "lift":
            return seat, Lift(_card(data, options), _time(data))
        case "flip":
            return seat, Flip(_time(data))
        case "done":
            return seat, Done(_time(data))
        case "time_up":
            return seat, TimeUp(_time(data))
        case _:
            return seat, GiveBack(_card(data, options))


def write_options(options: Options) -> Data:
    """The options that differ from the default; a deck other than the house deck is written out."""
    default = Options()
    data: Data = {}
    if options.deck != default.deck:
        data["deck"] = write_deck(options.deck)
    if options.hourglass != default.hourglass:
        data["hourglass"] = options.hourglass
    if options.round_limit != default.round_limit:
        data["round_limit"] = options.round_limit
    if options.assist != default.assist:
        data["assist"] = options.assist
    return data


def read_options(data: Mapping[str, object], players: int) -> Options:
    """The options of a record, or `NotationError` or `OptionsError`; a deck is ``"house"`` or a whole deck file."""
    default = Options()
    for name in data:
        if name not in ("deck", "hourglass", "round_limit", "assist"):
            raise NotationError(f"{name!r} is no option: there are deck, hourglass, round_limit, assist")
    options = Options(
        deck=_deck(data.get("deck", HOUSE)),
        hourglass=_whole(data, "hourglass") if "hourglass" in data else default.hourglass,
        round_limit=_limit(data) if "round_limit" in data else default.round_limit,
        assist=_truth(data, "assist") if "assist" in data else default.assist,
    )
    check(players, options)
    return options


def _deck(value: object) -> Deck:
    if value == HOUSE:
        return house_deck()
    if isinstance(value, str):
        raise NotationError(f"deck {value!r} is neither {HOUSE!r} nor a whole deck")
    try:
        return read_deck(value)
    except DeckError as error:
        raise OptionsError(error.rule_id, error.reason) from None


def _limit(data: Mapping[str, object]) -> int | None:
    return None if data["round_limit"] is None else _whole(data, "round_limit")


def _time(data: Mapping[str, object]) -> int:
    return _whole(data, "t", least=0)


def _card(data: Mapping[str, object], options: Options) -> Card:
    text = data["card"]
    if not isinstance(text, str):
        raise NotationError(f"card {text!r} is not a text")
    return read_card(text, options)


def _whole(data: Mapping[str, object], name: str, *, least: int = -LARGEST, most: int = LARGEST) -> int:
    value = data[name]
    if type(value) is not int or not least <= value <= most:
        raise NotationError(f"{name} {value!r} is not a whole number from {least} to {most}")
    return value


def _truth(data: Mapping[str, object], name: str) -> bool:
    value = data[name]
    if not isinstance(value, bool):
        raise NotationError(f"{name} {value!r} is neither true nor false")
    return value
