"""Write the tables that the browser client is tested and drawn with (web/fixtures), or say with --check if they are stale.

Bots play a game of each variant; the first moment of every kind of decision is kept as the messages of the server would
show it to a seat that has it, with what that seat was told so far.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from covergames import coverme
from covergames.bots import TrendBot
from covergames.coverme import Clothes, Decision, Event, GameLength, Options, Phase, State, TwoPlayer, View
from covergames.coverme import events as happened
from covergames.coverme.notation import SOURCE_NAMES, card_text
from covergames.coverme.trends import CHARACTERISTICS, Tracks, Trends
from covergames.coverme.view import MagazineView, StackView
from covergames.dealer import RandomDealer
from covergames.game import Data, Seat

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "fixtures"
NAMES: Final = ("Ada", "Bo", "Cleo", "Dries", "Eva")


@dataclass(frozen=True, slots=True)
class Variant:
    """A game to play, and the moments of it to keep: kinds of decision, or a phase with a month."""

    players: int
    options: Options
    moments: tuple[str, ...]
    seed: int = 1


VARIANTS: Final = {
    "standard": Variant(4, Options(), ("draft", "place-1", "place-3", "feature", "keep", "replenish", "swap")),
    "five": Variant(5, Options(first_game=True), ("place-2",), seed=2),
    "fictional": Variant(2, Options(), ("place-2",)),
    "advanced": Variant(2, Options(two_player=TwoPlayer.ADVANCED), ("draft", "place-2", "feature", "keep")),
    "open": Variant(3, Options(length=GameLength.SHORTER, open_scores=True), ("place-3", "over")),
    "same-value": Variant(3, Options(same_value=Clothes.GREEN, years=1), ("replenish", "vote"), seed=4),
}


def main() -> int:
    """0 if all is well, 1 if a file is out of date."""
    written = {
        FOLDER / f"{name}-{moment}.json": json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n"
        for name, variant in VARIANTS.items()
        for moment, table in moments_of(variant).items()
    }
    stale = [path for path, text in written.items() if not path.exists() or path.read_text("utf-8") != text]
    stale += sorted(set(FOLDER.glob("*.json")) - set(written))
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/web_fixtures.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    for path in stale:
        if path in written:
            path.write_text(written[path], "utf-8")
        else:
            path.unlink()
    return 0


def moments_of(variant: Variant) -> dict[str, Data]:
    """The moments of one game, as a seat that decides then sees them."""
    generator = random.Random(variant.seed)
    dealer = RandomDealer(generator)
    bots = [TrendBot(generator) for _ in range(variant.players)]
    state = coverme.new(variant.players, variant.options, dealer)
    told: list[Event] = [event for chapter in state.past for event in chapter.events] + [*state.present]
    found: dict[str, Data] = {}
    while True:
        seats = coverme.to_act(state)
        seat = seats[0] if seats else Seat(0)
        if (moment := _moment(state)) in variant.moments and moment not in found:
            found[moment] = _table(state, seat, told)
        if not seats:
            break
        step = coverme.apply(state, seat, bots[seat].choose(coverme.view(state, seat)), dealer)
        told.extend(step.events)
        state = step.state
    if missing := set(variant.moments) - set(found):
        raise SystemExit(f"this game never came to {', '.join(sorted(missing))}: choose another seed")
    return found


def _moment(state: State) -> str:
    """What the table waits for."""
    decision = coverme.view(state, None).decision
    if decision in (Decision.KEEP, Decision.SWAP):
        return str(decision.value)
    return f"place-{state.month}" if state.phase is Phase.PLACE else str(state.phase.value)


def _table(state: State, seat: Seat, told: Iterable[Event]) -> Data:
    spectator, view = coverme.view(state, None), coverme.view(state, seat)
    return {
        "seats": _seats(state.players),
        "arrangement": {
            "game": coverme.NAME,
            "players": state.players,
            "options": coverme.write_options(state.options),
        },
        "public": _public(spectator),
        "private": _private(view, spectator),
        "history": [_event(coverme.redact(event, seat)) for event in told],
    }


def _seats(players: int) -> list[Data]:
    empty = dict.fromkeys(("stood_in_for", "stand_in_at", "decision_until", "nonce"))
    return [
        {"name": name, "bot": "trend" if seat else None, "present": not seat, "ready": True, "muted": False, **empty}
        for seat, name in enumerate(NAMES[:players])
    ]


def _public(view: View) -> Data:
    return {
        "game": coverme.NAME,
        "year": view.year,
        "season": view.season.value,
        "month": view.month,
        "start": view.start,
        "phase": view.phase.value,
        "decision": None if view.decision is None else view.decision.value,
        "to_act": list(view.to_act),
        "tracks": _tracks(view.tracks),
        "trends": _trends(view.trends, view.tracks),
        "influence_row": _cards(view.influence_row),
        "magazines": [_magazine(magazine) for magazine in view.magazines],
        "open_piles": [{"top": _card(pile.top), "size": pile.size} for pile in view.open_piles],
        "face_down": {"size": len(view.face_down), "known": _places(view.face_down)},
        "next_pile": {"size": len(view.next_pile), "known": _places(view.next_pile)},
        "next_clothes": None if view.next_clothes is None else view.next_clothes.value,
        "set_aside": [clothes.value for clothes in view.set_aside],
        "discard": _cards(view.discard),
        "fictional_pile": view.fictional_pile
        and {"size": view.fictional_pile.size, "known": _cards(view.fictional_pile.known)},
        "hands": [{"size": hand.size, "known": _cards(hand.known)} for hand in view.hands],
        "looked": _cards(view.looked),
        "prestige_stacks": [_stack(stack) for stack in view.prestige_stacks],
        "side_stacks": [_stack(stack) for stack in view.side_stacks],
        "unseen": _cards(view.unseen),
        "result": view.result and {"scores": list(view.result.scores), "places": list(view.result.places)},
    }


def _private(view: View, spectator: View) -> Data:
    assert view.seat is not None, "a spectator has nothing private"
    own = [magazine for magazine in view.magazines if magazine.owner == view.seat]
    options = view.options
    return {
        "game": coverme.NAME,
        "seat": view.seat,
        "legal": [_action(coverme.write_action(view.seat, action, options)) for action in view.legal],
        "hand": _cards(view.hand),
        "placed": _cards(magazine.placed for magazine in own),
        "featured": _cards(magazine.featured for magazine in own),
        "hands": [
            _cards(card for card in hand.known if card not in known.known)
            for hand, known in zip(view.hands, spectator.hands, strict=True)
        ],
        "face_down": _places_beyond(view.face_down, spectator.face_down),
        "next_pile": _places_beyond(view.next_pile, spectator.next_pile),
        "fictional_pile": [],
        "looked": _places_beyond(view.looked, spectator.looked),
        "prestige_stack": _stack(view.prestige_stacks[view.seat]),
        "side_stack": _stack(view.side_stacks[view.seat]) if view.side_stacks else None,
        "seen": _cards(sorted(set(spectator.unseen).difference(view.unseen))),
        "vote": view.votes[view.seat],
    }


def _action(data: Data) -> Data:
    """Without the seat: the socket says whose decision it is."""
    return {name: value for name, value in data.items() if name != "seat"}


def _event(event: Event) -> Data:
    """An event by its name in lower case, with cards as text."""
    data: Data = {"event": re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()}
    for name, value in event._asdict().items():
        match event, name:
            case happened.Shuffled(), "cards":
                data["size"] = len(value)
            case happened.FictionalPlaced(), "a":
                pass
            case _, "cards" | "kept" | "put_back" | "discarded" | "returned":
                data[name] = _cards(value)
            case _, "card" | "b":
                data[name] = _card(value)
            case _, "covers":
                data[name] = [[magazine, card_text(card)] for magazine, card in value]
            case _, "source":
                data[name] = SOURCE_NAMES[value]
            case happened.Judged(), "tracks":
                data[name] = _tracks(value)
            case happened.Judged(), "trends":
                data[name] = _trends(value, event.tracks)
            case _, "result":
                data[name] = {"scores": list(value.scores), "places": list(value.places)}
            case _:
                data[name] = value.value if isinstance(value, Enum) else value
    return data


def _magazine(magazine: MagazineView) -> Data:
    return {
        "owner": magazine.owner,
        "row": magazine.row.value,
        "covers": _cards(magazine.covers),
        "values": list(magazine.values),
        "has_placed": magazine.has_placed,
        "placed": _card(magazine.placed),
    }


def _stack(stack: StackView) -> Data:
    return {"size": stack.size, "cards": None if stack.cards is None else _cards(stack.cards), "worth": stack.worth}


def _tracks(tracks: Tracks) -> dict[str, dict[str, int]]:
    return {
        trait.value: {shown.value: tracks[shown] for shown in kind if shown in tracks}
        for trait, kind in CHARACTERISTICS.items()
        if any(shown in tracks for shown in kind)
    }


def _trends(trends: Trends, tracks: Tracks) -> dict[str, list[str]]:
    return {
        trait.value: [shown.value for shown in kind if shown in trends]
        for trait, kind in CHARACTERISTICS.items()
        if any(shown in tracks for shown in kind)
    }


def _places(pile: Iterable[coverme.Card | None]) -> list[list[Any]]:
    return [[place, card_text(card)] for place, card in enumerate(pile) if card is not None]


def _places_beyond(pile: Iterable[coverme.Card | None], known: Iterable[coverme.Card | None]) -> list[list[Any]]:
    """Where the viewer knows what lies, and others do not."""
    return _places([card if other is None else None for card, other in zip(pile, known, strict=True)])


def _cards(cards: Iterable[coverme.Card | None]) -> list[str | None]:
    return [_card(card) for card in cards]


def _card(card: coverme.Card | None) -> str | None:
    return None if card is None else card_text(card)


if __name__ == "__main__":
    sys.exit(main())
