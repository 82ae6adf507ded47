"""The replay of a finished game: every step as one viewer saw it, or with all cards face up."""

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
from covergames.table import Code, Entry, Origin, Refusal, dealt, origin_of, record_of
from covergames.table.entries import Acted, By
from covergames.table.seats import SeatedBot
from covergames.wire.arrangement import Arrangement, write_arrangement
from covergames.wire.part import Part, RawEvents, RawFaceUp, RawPrivate, RawPublic
from covergames.wire.snapshot import Snapshot


class Everything(Enum):
    """The viewer who sees all cards face up."""

    FACE_UP = "face-up"


FACE_UP: Final = Everything.FACE_UP
Viewer: TypeAlias = Seat | Literal[Everything.FACE_UP] | None
"""Whose view a replay shows: that of a seat or a spectator (None), or all cards face up."""


class Replayer(Part, frozen=True):
    """A player in a replay."""

    name: str
    bot: str | None
    """The bot; null: a person, or the record does not say."""


class ReplayStep(Part, frozen=True, kw_only=True):
    """A decision and the game after it; the first step is the deal. The parts are those of an `Update`, with no legal actions."""

    index: int
    """After how many events of the record, shuffles included."""
    at: int | None
    """The time in milliseconds since 1970; null: the record does not say."""
    seat: Seat | None
    """The seat whose decision it was; null: the deal, or time was up."""
    by: By | None
    """Who decided for the seat; null: the deal, or the record does not say."""
    public: RawPublic
    private: RawPrivate | UnsetType = UNSET
    """What only the viewer's seat saw."""
    face_up: RawFaceUp | UnsetType = UNSET
    """What was hidden, in a replay with all cards face up."""
    events: RawEvents

    @property
    def size(self) -> int:
        """The bytes of the parts as JSON."""
        parts = (self.public, self.private, self.face_up, self.events)
        return sum(memoryview(part).nbytes for part in parts if part is not UNSET)


class Replay(Part, frozen=True, kw_only=True):
    """A finished game, as one viewer saw it or with all cards face up."""

    title: str
    arrangement: Arrangement
    players: tuple[Replayer, ...]
    steps: tuple[ReplayStep, ...]
    origin: Origin | UnsetType = UNSET
    """The finished game that this one continues; missing: none."""


class ReplayLimits(NamedTuple):
    """The longest replay that a server computes."""

    steps: int
    bytes: int
    """The size of all steps as JSON."""

    def check(self, steps: int, size: int) -> None:
        """Check a replay of that many steps and bytes.

        Raises:
            Refusal: it exceeds a limit, which the refusal names.
        """
        if steps > self.steps:
            raise Refusal(Code.TOO_LONG, f"the game has more than {self.steps} steps, the limit of a replay here")
        if size > self.bytes:
            raise Refusal(Code.TOO_LONG, f"the replay has more than {self.bytes} bytes, the limit here")


class Occasion(NamedTuple):
    """When a decision was made, and who made it for the seat."""

    at: int | None
    by: By | None


def replay_of_table(
    table: str, entries: Sequence[Entry], viewer: Viewer, *, limits: ReplayLimits | None = None
) -> Replay:
    """Return the replay of the game in these entries of the table.

    Raises:
        Refusal: the game is not over, it has no such seat, or its replay exceeds the limits.
    """
    record = record_of(table, entries)
    lobby, played = dealt(table, entries)
    deal = [Occasion(played[0].at, None)]
    if lobby.origin is not None:
        deal = [Occasion(None, None)] * (lobby.origin.step + 1)
    decisions = [Occasion(entry.at, entry.body.by) for entry in played if isinstance(entry.body, Acted)]
    bots = [occupant.bot if isinstance(occupant, SeatedBot) else None for occupant in lobby.seats]
    return _replay(record, viewer, bots=bots, occasions=[*deal, *decisions], limits=limits)


def replay_of_record(record: Record, viewer: Viewer, *, limits: ReplayLimits | None = None) -> Replay:
    """Return the replay of a record, which does not contain when decisions were made and by whom.

    Raises:
        RecordError: the record breaks the rules of its game.
        Refusal: the game has no such seat, or its replay exceeds the limits.
    """
    return _replay(record, viewer, bots=[None] * len(record.players), occasions=(), limits=limits)


def _replay(
    record: Record,
    viewer: Viewer,
    *,
    bots: Sequence[str | None],
    occasions: Iterable[Occasion],
    limits: ReplayLimits | None,
) -> Replay:
    moments = []
    for moment in replay(record):
        moments.append(moment)
        if limits is not None:
            limits.check(len(moments), 0)
    game, players = game_named(record.game), len(record.players)
    if isinstance(viewer, int) and viewer not in range(players):
        raise Refusal(Code.UNREADABLE, f"seat {viewer}: the seats are 0 to {players - 1}")
    options = game.options_of(moments[0].state)
    codec = codec_of(game, options)
    steps = []
    size = 0
    snapshot: Snapshot | None = None
    for moment, occasion in zip(moments, chain(occasions, repeat(Occasion(None, None))), strict=False):
        events = game.set_up_events(moment.state) if moment.seat is None else moment.events
        snapshot = Snapshot(game, moment.state, events, before=snapshot)
        steps.append(
            ReplayStep(
                index=moment.index,
                at=occasion.at,
                seat=None if moment.seat == CLOCK else moment.seat,
                by=occasion.by,
                public=snapshot.public,
                private=UNSET if viewer is FACE_UP else snapshot.private_in_replay(viewer),
                face_up=codec.face_up.encode(game.face_up(moment.state)) if viewer is FACE_UP else UNSET,
                events=codec.events.encode(events) if viewer is FACE_UP else snapshot.events(viewer),
            )
        )
        size += steps[-1].size
        if limits is not None:
            limits.check(len(steps), size)
    return Replay(
        title=record.meta.get("title", ""),
        arrangement=write_arrangement(game, players, options),
        players=tuple([Replayer(name, bot) for name, bot in zip(record.players, bots, strict=True)]),
        steps=tuple(steps),
        origin=origin_of(record) or UNSET,
    )
