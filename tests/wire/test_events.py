"""Every kind of event of both games, redacted for each viewer, survives encoding and decoding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from covergames import coverme, coverup, record
from covergames.coverme.events import WentWithout
from covergames.coverup.events import TimeRanOut
from covergames.game import Seat
from covergames.games import AnyGame, game_named
from covergames.schema import codec_of
from covergames.wire.redacted_events import RedactedEvents

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"

Happened = tuple[Any, Any, int]
"""An event, the options of its game and the number of players."""


def happened(path: Path) -> Iterator[Happened]:
    """Yield all events of a recorded game, including the set-up."""
    game = record.read(path.read_bytes())
    players = len(game.players)
    for moment in record.replay(game):
        options = moment.state.options
        set_up = game_named(game.game).set_up_events(moment.state) if moment.action is None else ()
        for event in set_up or moment.events:
            yield event, options, players


def check(game: AnyGame, event: Any, options: Any, players: int) -> None:
    """Check that the event survives encoding and decoding for every viewer."""
    codec = codec_of(game, options)
    events = RedactedEvents([event], game=game, codec=codec)
    for viewer in (None, *(Seat(number) for number in range(players))):
        (read,) = codec.events.decode(events.seen_by(viewer))
        assert read == game.redact(event, viewer)
        assert game.redact(read, None) == game.redact(event, None), "what everybody saw follows from what a seat saw"


@pytest.mark.rule("CM-I1")
def test_every_kind_of_event_of_cover_me() -> None:
    """The recorded games contain all kinds of events except `WentWithout`."""
    events: list[Happened] = [(WentWithout(Seat(1)), coverme.Options(), 3)]
    for name in ("golden/fictional", "golden/advanced", "golden/extra-season", "records/next-pile-taken"):
        events += happened(PLAYTHROUGHS / f"{name}.json")
    for event, options, players in events:
        check(coverme, event, options, players)
    assert {type(event) for event, _, _ in events} == set(get_args(coverme.Event))


@pytest.mark.rule("CU-I1")
def test_every_kind_of_event_of_cover_up() -> None:
    """A recorded game with illegal piles; it may lack `TimeRanOut`."""
    events = [*happened(PLAYTHROUGHS / "golden" / "cover-up.json"), (TimeRanOut(300_000), coverup.Options(), 2)]
    for event, options, players in events:
        check(coverup, event, options, players)
    assert {type(event) for event, _, _ in events} == set(get_args(coverup.Event))
