"""Replays and records as the calculator's processes compute them, from bytes to bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from covergames import wire
from covergames.game import Seat
from covergames.record import RecordError, read
from covergames.server.compression import compress
from covergames.table import Code, Refusal, decode, record_of
from covergames.wire.replay import FACE_UP, ReplayLimits, Viewer
from covergames.wire.replay import replay_of_record as compute_of_record
from covergames.wire.replay import replay_of_table as compute_of_table

SPECTATOR: Final = "spectator"


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal, in a form that can be pickled."""

    code: Code
    reason: str
    rule_id: str | None = None

    def refusal(self) -> Refusal:
        """Return the refusal, to be raised."""
        return Refusal(self.code, self.reason, rule_id=self.rule_id)


def replay_of_table(table: str, entries: Sequence[bytes], viewer: str, limits: ReplayLimits) -> bytes | Refused:
    """Return the replay of the game in these entries of the table, compressed to a fortieth: steps repeat each other."""
    return tried(
        lambda: compress(
            wire.encode(compute_of_table(table, [decode(entry) for entry in entries], _viewer(viewer), limits=limits))
        )
    )


def replay_of_record(record: bytes, viewer: str, limits: ReplayLimits) -> bytes | Refused:
    """Return the replay of a record, compressed."""
    return tried(lambda: compress(wire.encode(compute_of_record(read(record), _viewer(viewer), limits=limits))))


def record_of_table(table: str, entries: Sequence[bytes]) -> bytes | Refused:
    """Return the record of the game in these entries of the table."""
    return tried(lambda: record_of(table, [decode(entry) for entry in entries]).encode())


def tried(compute: Callable[[], bytes]) -> bytes | Refused:
    """Return what is computed, or its refusal: a record can be damaged, against the rules, or nested too deeply."""
    try:
        return compute()
    except Refusal as refusal:
        return Refused(refusal.code, refusal.reason, refusal.rule_id)
    except RecordError as error:
        return Refused(Code.UNREADABLE, str(error), error.rule_id)
    except RecursionError:
        return Refused(Code.UNREADABLE, "not a record: its JSON is nested too deeply")


def _viewer(text: str) -> Viewer:
    if text == FACE_UP.value:
        return FACE_UP
    return None if text == SPECTATOR else Seat(int(text))
