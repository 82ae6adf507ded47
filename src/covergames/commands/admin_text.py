"""What ``covergames admin`` prints. Whatever players wrote is printed without control characters."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from covergames.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from covergames.server.admin.messages import ActRow, BanRow, ReportRow, TableDetails, TableList
    from covergames.table import Message


def when(milliseconds: int) -> str:
    """Return a time as people write it."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def table_lines(found: TableList) -> Iterator[str]:
    """Describe tables, and who is connected to them."""
    for row in found.tables:
        yield _line(
            row.table, row.game, row.stage, f"{row.seats_taken} of {row.players} seats", when(row.updated_at), row.title
        )
        if row.opener is not None:
            yield _line("    opened by", row.opener)
        for each in row.connected:
            who = "watching" if each.seat is None else f"seat {each.seat}"
            yield _line(f"    {who}", each.name or "", each.address)
    if not found.tables:
        yield "no tables"
    yield from _silence(found.silent_workers)


def details_lines(found: TableDetails) -> Iterator[str]:
    """Describe one table."""
    yield _line(found.table, found.game, found.stage, "locked" if found.is_locked else "", found.title)
    for seat in found.seats:
        kind = f"bot {seat.bot}" if seat.bot is not None else ", ".join(seat.addresses) or "away"
        yield _line(f"    seat {seat.seat}", seat.name, kind, "host" if seat.is_host else "")
    for address in found.others:
        yield _line("    watching", address)
    if found.chat:
        yield "chat:"
        yield from _chat_lines(found.chat)
    if found.open_reports:
        yield f"open reports: {', '.join(map(str, found.open_reports))}"
    yield from _silence(found.silent_workers)


def ban_lines(found: Iterable[BanRow]) -> Iterator[str]:
    """Describe bans."""
    for ban in found:
        until = "for ever" if ban.until is None else f"until {when(ban.until)}"
        yield _line(f"ban {ban.number}", ban.network, until, ban.reason)


def report_lines(found: Iterable[ReportRow]) -> Iterator[str]:
    """Describe reports of players, with the end of the chat."""
    for row in found:
        report = row.report
        handled = "" if row.handled_at is None else f"handled {when(row.handled_at)}"
        yield _line(f"report {row.number}", when(row.at), f"table {row.table}", report.reason.value, handled)
        yield _line(f"    about {_seat(report.seat)}", report.name, f"by {_seat(report.by_seat)}", report.by)
        if report.note:
            yield _line("    note:", report.note)
        if report.message is not None:
            yield _line("    message:", report.message.text)
        yield from _chat_lines(report.chat)


def act_lines(found: Iterable[ActRow]) -> Iterator[str]:
    """Describe the acts of operators."""
    for act in found:
        yield _line(when(act.at), act.act, act.subject, act.reason)


def _chat_lines(chat: Iterable[Message]) -> Iterator[str]:
    for message in chat:
        if message.notice is None:
            yield _line(f"    {when(message.at)}", f"{message.name}:", message.text)


def _seat(seat: int | None) -> str:
    return "the host" if seat is None else f"seat {seat}"


def _silence(workers: int) -> Iterator[str]:
    if workers:
        yield f"{workers} of the server's workers did not answer: people who are connected to them are missing here"


def _line(*parts: str) -> str:
    return "  ".join(printable(part) for part in parts if part)
