"""Reports: a player tells the operator about another player, or about a message in the chat."""

from __future__ import annotations

from typing import Final

import msgspec

from covergames.table import Actor, Code, Message, Refusal, Table
from covergames.table.seats import Person
from covergames.table.user_text import checked_reason
from covergames.wire.http import Reporting, ReportReason

MAX_REPORTED_MESSAGES: Final = 20
"""The latest chat messages that a report keeps."""


class Report(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is stored of a report: encrypted, and for three months. No address is part of it."""

    by_seat: int | None
    """The seat of the player who reports; None: the host, without a seat."""
    by: str
    seat: int | None
    """The seat of the player who is reported; None: the host, without a seat."""
    name: str
    reason: ReportReason
    note: str = ""
    message: Message | None = None
    """The reported chat message; None: the person is reported."""
    chat: tuple[Message, ...] = ()
    """The latest messages, the oldest first."""


def report_of(table: Table, who: Actor, reporting: Reporting) -> Report:
    """Return the report that a player makes about another one.

    Raises:
        Refusal: If the reporter has no seat and is not the host, or if there is nobody to report.
    """
    message: Message | None = None
    seat, name = reporting.seat, ""
    if reporting.message is not None:
        written = [each for each in table.chat if each.sequence == reporting.message and each.notice is None]
        if not written:
            raise Refusal(Code.EMPTY, f"the chat has no message {reporting.message}")
        (message,) = written
        seat, name = message.seat, message.name
    else:
        person = table.seats[seat] if seat is not None and seat < table.players else None
        if not isinstance(person, Person):
            raise Refusal(Code.EMPTY, f"there is no person in seat {seat}")
        name = person.name
    by_seat = who if isinstance(who, int) else None
    if by_seat == seat:
        raise Refusal(Code.NOT_YOURS, "nobody can report themselves")
    reporter = table.seats[by_seat] if by_seat is not None else None
    return Report(
        by_seat=by_seat,
        by="" if reporter is None else reporter.name,
        seat=seat,
        name=name,
        reason=reporting.reason,
        note=checked_reason(reporting.note) if reporting.note.strip() else "",
        message=message,
        chat=tuple([each for each in table.chat if each.notice is None][-MAX_REPORTED_MESSAGES:]),
    )
