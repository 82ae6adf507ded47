"""A game that is over, step by step: each as one viewer saw it then, or with every card face up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import chain, repeat
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType

from covergames.game import CLOCK, Seat
from covergames.games import game_named
from covergames.record import Record, replay
from covergames.schema import codec_of
from covergames.table import Code, Entry, Refusal, dealt, record_of
from covergames.table.entries import Acted, By
from covergames.table.seats import SeatedBot
from covergames.wire.arrangement import Arrangement, write_arrangement
from covergames.wire.part import Part, RawEvents, RawFaceUp, RawPrivate, RawPublic
from covergames.wire.snapshot import Snapshot


class Everything(Enum):
    """Whoever sees every card face up, now that the game is over."""

    FACE_UP = "face-up"


FACE_UP: Final = Everything.FACE_UP
Viewer: TypeAlias = Seat | Literal[Everything.FACE_UP] | None
"""As whom to look back: a seat, a spectator (None), or with every card face up."""


class Replayer(Part, frozen=True):
    """Somebody who played."""

    name: str
    bot: str | None
    """Which bot it was; null: a person, or a record that does not say."""


class ReplayStep(Part, frozen=True, kw_only=True):
    """A decision, and the table after it; the first step is the deal. It is told as a live one was, but nothing is legal."""

    at: int | None
    """When, in milliseconds since 1970; null: the record does not say."""
    seat: Seat | None
    """Who decided; null: nobody, for it is the deal, or time was up."""
    by: By | None
    """Who decided for the seat; null: nobody, or the record does not say."""
    public: RawPublic
    private: RawPrivate | UnsetType = UNSET
    """What only the viewer's seat saw."""
    face_up: RawFaceUp | UnsetType = UNSET
    """What nobody saw, for who looks at every card."""
    events: RawEvents


class Replay(Part, frozen=True, kw_only=True):
    """A game that is over, as one viewer saw it, or with every card face up."""

    title: str
    arrangement: Arrangement
    players: tuple[Replayer, ...]
    steps: tuple[ReplayStep, ...]


class Occasion(NamedTuple):
    """When a decision was taken, and who took it for the seat."""

    at: int | None
    by: By | None


def replay_of_table(table: str, entries: Sequence[Entry], viewer: Viewer) -> Replay:
    """The game that these entries of the table tell, or `Refusal` while it is being played."""
    record = record_of(table, entries)
    lobby, played = dealt(table, entries)
    deal = Occasion(played[0].at, None)
    decisions = [Occasion(entry.at, entry.body.by) for entry in played if isinstance(entry.body, Acted)]
    bots = [occupant.bot if isinstance(occupant, SeatedBot) else None for occupant in lobby.seats]
    return _replay(record, viewer, bots=bots, occasions=[deal, *decisions])


def replay_of_record(record: Record, viewer: Viewer) -> Replay:
    """The game that the record tells, or `RecordError`; it does not say who decided for a seat, and when."""
    return _replay(record, viewer, bots=[None] * len(record.players), occasions=())


def _replay(record: Record, viewer: Viewer, *, bots: Sequence[str | None], occasions: Iterable[Occasion]) -> Replay:
    moments = list(replay(record))
    game, players = game_named(record.game), len(record.players)
    if isinstance(viewer, int) and viewer not in range(players):
        raise Refusal(Code.UNREADABLE, f"seat {viewer}: the seats are 0 to {players - 1}")
    options = game.options_of(moments[0].state)
    codec = codec_of(game, options)
    steps = []
    snapshot: Snapshot | None = None
    for moment, occasion in zip(moments, chain(occasions, repeat(Occasion(None, None))), strict=False):
        events = game.set_up_events(moment.state) if moment.seat is None else moment.events
        snapshot = Snapshot(game, moment.state, events, before=snapshot)
        steps.append(
            ReplayStep(
                at=occasion.at,
                seat=None if moment.seat == CLOCK else moment.seat,
                by=occasion.by,
                public=snapshot.public,
                private=UNSET if viewer is FACE_UP else snapshot.private_in_replay(viewer),
                face_up=codec.face_up.encode(game.face_up(moment.state)) if viewer is FACE_UP else UNSET,
                events=codec.events.encode(events) if viewer is FACE_UP else snapshot.events(viewer),
            )
        )
    return Replay(
        title=record.meta.get("title", ""),
        arrangement=write_arrangement(game, players, options),
        players=tuple([Replayer(name, bot) for name, bot in zip(record.players, bots, strict=True)]),
        steps=tuple(steps),
    )
