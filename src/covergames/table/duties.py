"""The timed duties of a table. Due times follow from the entries, so every worker computes the same times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from covergames.game import Seat
from covergames.table.commands import Close, Command, Leave, StandIn, TimeUp
from covergames.table.seats import Person

if TYPE_CHECKING:
    from covergames.table.table import Table

LOBBY_AWAY_MS: Final = 600_000
"""How long a person may be away from a lobby before the seat becomes free, if others wait."""


class Duty(NamedTuple):
    """A command that the keeper has to execute, and when."""

    due: int
    """In milliseconds since 1970."""
    command: Command


def next_duty(table: Table) -> Duty | None:
    """Return the next duty; None: there is none until the table changes."""
    if table.closed is not None:
        return None
    people = table.people
    due: list[tuple[int | None, Command]] = [(closing_due(table), Close())]
    if table.state is None:
        due += [(leaving_due(table, seat), Leave(seat)) for seat, _ in people]
    elif not table.is_over:
        if table.round_start is not None:
            due.append((table.deadline, TimeUp()))
        for seat, person in people:
            if person.away_since is not None:
                due.append((stand_in_due(table, seat), StandIn(seat, once=False)))
            if table.settings.decision_time is not None:
                due.append((decision_due(table, seat), StandIn(seat, once=True)))
    duties = [Duty(at, command) for at, command in due if at is not None]
    return min(duties, key=lambda duty: duty.due, default=None)


def closing_due(table: Table) -> int | None:
    """Return when the table closes because nobody is present; None: somebody is present."""
    since = table.at
    people = table.people
    if people:
        since = 0
        for _, person in people:
            if person.away_since is None:
                return None
            since = max(since, person.away_since)
    return since + 1000 * table.settings.abandoned_after


def leaving_due(table: Table, seat: Seat) -> int | None:
    """Return when a person who is away loses the seat in the lobby; None: never, because nobody waits."""
    person = table.seats[seat]
    if table.state is not None or not isinstance(person, Person) or person.away_since is None:
        return None
    return person.away_since + LOBBY_AWAY_MS if _others_wait(table, seat) else None


def stand_in_due(table: Table, seat: Seat) -> int | None:
    """Return when a bot stands in for a person who is away; None: never, because nobody waits."""
    person, after = table.seats[seat], table.settings.away_after
    if table.state is None or table.is_over or not isinstance(person, Person) or person.stood_in_for is not None:
        return None
    if after is None or person.away_since is None or not _others_wait(table, seat):
        return None
    return person.away_since + 1000 * after


def decision_due(table: Table, seat: Seat) -> int | None:
    """Return when a bot takes the seat's decision; None: never. A round in real time has its own clock."""
    person, time = table.seats[seat], table.settings.decision_time
    if table.state is None or time is None or seat not in table.to_act or table.is_real_time:
        return None
    if not isinstance(person, Person) or person.stood_in_for is not None or not table.is_attended:
        return None
    return table.asked_at[seat] + 1000 * time


def _others_wait(table: Table, seat: Seat) -> bool:
    return any(person.is_present for other, person in table.people if other != seat)
