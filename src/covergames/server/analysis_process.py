"""The analysis of a game as a worker process computes it, from bytes to bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from covergames.analysis import NotAnalysable, analyse, encode
from covergames.record import Record, read
from covergames.server.compression import compress
from covergames.server.replay_process import Refused, tried
from covergames.server.worker_process import report
from covergames.table import Code, Refusal, decode, record_of

REPORTS: Final = 100
"""An analysis reports its progress so many times at most."""


def analysis_of_table(table: str, entries: Sequence[bytes]) -> bytes | Refused:
    """Return the analysis of the game in these entries of the table, compressed; report the steps done, and all."""
    return tried(lambda: _analysed(record_of(table, [decode(entry) for entry in entries])))


def analysis_of_record(record: bytes) -> bytes | Refused:
    """Return the analysis of a record, compressed; report the steps done, and all."""
    return tried(lambda: _analysed(read(record)))


def _analysed(record: Record) -> bytes:
    try:
        return compress(encode(analyse(record, progress=_progress)))
    except NotAnalysable as error:
        raise Refusal(Code.NOT_NOW, str(error)) from None


def _progress(done: int, steps: int) -> None:
    if done * REPORTS // steps != (done - 1) * REPORTS // steps:
        report((done, steps))
