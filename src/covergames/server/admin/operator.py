"""What an operator can do. Every act is in the log before its effect can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from covergames.server.admin.messages import (
    ActRow,
    BanRow,
    Connected,
    ReportRow,
    SeatRow,
    TableDetails,
    TableList,
    TableRow,
)
from covergames.server.bans import network_of
from covergames.server.reports import Report
from covergames.server.store.moderation import MAX_OPEN_REPORTS_PER_TABLE
from covergames.table import OPERATOR, Code, Lock, Refusal, ShutDown
from covergames.table.seats import Person, SeatedBot
from covergames.table.user_text import checked_reason

if TYPE_CHECKING:
    from covergames.server.admin.people import PeopleExchange
    from covergames.server.registry import TableRegistry
    from covergames.server.session import TableSession
    from covergames.server.store import Ban, StoredReport


class Operator:
    """Acts on the tables, the bans and the reports of all workers.

    Every method raises ``StoreUnavailable`` if the database does not answer, and ``Refusal`` if a reason is empty or too long.
    """

    def __init__(self, registry: TableRegistry, exchange: PeopleExchange) -> None:
        self._registry = registry
        self._exchange = exchange

    # Tables.

    async def tables(self, limit: int, *, with_finished: bool) -> TableList:
        """Return the tables that changed last, with the people who are connected to them."""
        people = await self._exchange.everybody()
        by_table: dict[str, list[Connected]] = {}
        for each in people.connected:
            by_table.setdefault(each.table, []).append(each)
        rows = await self._registry.store.moderation.tables(limit, with_finished=with_finished)
        return TableList(
            tables=tuple(
                TableRow(
                    table=row.table,
                    title=row.summary.title,
                    game=row.summary.game,
                    stage=row.summary.stage.value,
                    players=row.summary.players,
                    seats_taken=row.summary.seats_taken,
                    opener=row.summary.opener,
                    opened_at=row.opened_at,
                    updated_at=row.updated_at,
                    connected=tuple(by_table.get(row.table, ())),
                )
                for row in rows
            ),
            silent_workers=people.silent_workers,
            workers_elsewhere=people.workers_elsewhere,
        )

    async def table(self, name: str) -> TableDetails:
        """Return one table with its seats, the addresses of its people, and its chat.

        Raises:
            NoSuchTable: If the table does not exist.
        """
        table = (await self._session(name)).table
        people = await self._exchange.everybody()
        here = [each for each in people.connected if each.table == name]
        reports = await self._registry.store.moderation.reports(
            MAX_OPEN_REPORTS_PER_TABLE, is_handled=False, table=name
        )
        return TableDetails(
            table=table.id,
            title=table.title,
            game=table.game.NAME,
            stage=table.stage.value,
            is_locked=table.is_locked,
            seats=tuple(
                SeatRow(
                    seat=seat,
                    name=occupant.name,
                    bot=occupant.bot if isinstance(occupant, SeatedBot) else None,
                    is_host=table.host == seat,
                    is_present=isinstance(occupant, Person) and occupant.is_present,
                    addresses=_addresses(here, seat),
                )
                for seat, occupant in enumerate(table.seats)
                if occupant is not None
            ),
            others=_addresses(here, None),
            chat=table.chat,
            open_reports=tuple(report.number for report in reversed(reports)),
            silent_workers=people.silent_workers,
            workers_elsewhere=people.workers_elsewhere,
        )

    async def close(self, name: str, reason: str) -> None:
        """Close a table, and tell everybody there why.

        Raises:
            NoSuchTable: If the table does not exist.
            Refusal: If it is closed already.
        """
        reason = checked_reason(reason)
        session = await self._session(name)
        if session.table.closed is not None:
            raise Refusal(Code.CLOSED, f"table {name} is closed already")
        await self._log("close", name, reason)
        await session.execute(ShutDown(reason), OPERATOR)

    async def lock(self, name: str, reason: str, *, locked: bool) -> None:
        """Let nobody else take a seat at a table, or let people take seats again.

        Raises:
            NoSuchTable: If the table does not exist.
            Refusal: If it is closed, or locked or unlocked already.
        """
        reason = checked_reason(reason)
        session = await self._session(name)
        if session.table.closed is not None:
            raise Refusal(Code.CLOSED, f"table {name} is closed")
        if session.table.is_locked == locked:
            raise Refusal(Code.NOT_NOW, f"table {name} is {'locked already' if locked else 'not locked'}")
        await self._log("lock" if locked else "unlock", name, reason)
        await session.execute(Lock(locked), OPERATOR)

    async def delete(self, name: str, reason: str) -> None:
        """Delete a table with its game and its chat, and tell everybody there why.

        Raises:
            NoSuchTable: If the table does not exist.
        """
        now = self._registry.clock.now()
        await self._registry.store.moderation.delete_table(name, at=now, reason=checked_reason(reason))
        await self._registry.forget_deleted(name)

    # Bans.

    async def ban(self, address: str, reason: str, *, seconds: int | None) -> BanRow:
        """Ban an address or a network for so many seconds or for ever, and close its connections.

        Raises:
            NotationError: If it is not an address or a network.
        """
        network, now = network_of(address), self._registry.clock.now()
        until = None if seconds is None else now + 1000 * seconds
        ban = await self._registry.store.moderation.ban(network, at=now, until=until, reason=checked_reason(reason))
        await self._registry.refresh_bans()
        return _ban_row(ban)

    async def unban(self, address: str, reason: str) -> None:
        """End the ban of an address or a network.

        Raises:
            NotationError: If it is not an address or a network.
            Refusal: If it is not banned.
        """
        network, now = network_of(address), self._registry.clock.now()
        if not await self._registry.store.moderation.unban(network, at=now, reason=checked_reason(reason)):
            raise Refusal(Code.EMPTY, f"{network} is not banned")
        await self._registry.refresh_bans()

    async def bans(self) -> list[BanRow]:
        """Return the bans that have not ended, the latest first."""
        now = self._registry.clock.now()
        return [_ban_row(ban) for ban in await self._registry.store.moderation.bans(now=now)]

    # Reports and the log.

    async def reports(self, limit: int, *, with_handled: bool) -> list[ReportRow]:
        """Return the latest reports, the latest first."""
        is_handled = None if with_handled else False
        return [_report_row(row) for row in await self._registry.store.moderation.reports(limit, is_handled=is_handled)]

    async def handle_report(self, number: int, reason: str) -> None:
        """Mark a report as handled.

        Raises:
            Refusal: If there is no such report, or if it is handled already.
        """
        now = self._registry.clock.now()
        if not await self._registry.store.moderation.handle_report(number, at=now, reason=checked_reason(reason)):
            raise Refusal(Code.EMPTY, f"there is no report {number} that waits to be handled")

    async def acts(self, limit: int) -> list[ActRow]:
        """Return the latest acts, the latest first."""
        return [
            ActRow(number=act.number, at=act.at, act=act.act, subject=act.subject, reason=act.reason)
            for act in await self._registry.store.moderation.acts(limit)
        ]

    async def _session(self, name: str) -> TableSession:
        """Return the session of a table, with everything that other workers have stored."""
        session = await self._registry.session(name)
        await session.catch_up(session.table.sequence + 1)
        return session

    async def _log(self, act: str, subject: str, reason: str) -> None:
        await self._registry.store.moderation.log(act, subject, at=self._registry.clock.now(), reason=reason)


def _addresses(connected: list[Connected], seat: int | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.address for each in connected if each.seat == seat))


def _ban_row(ban: Ban) -> BanRow:
    return BanRow(number=ban.number, network=ban.network, at=ban.at, until=ban.until, reason=ban.reason)


def _report_row(row: StoredReport) -> ReportRow:
    return ReportRow(
        number=row.number,
        table=row.table,
        at=row.at,
        handled_at=row.handled_at,
        report=msgspec.json.decode(row.data, type=Report),
    )
