"""``covergames admin``: what the operator of a running server can see and do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias
from urllib.parse import quote

import typer

from covergames.commands.failure import USAGE, fail

if TYPE_CHECKING:
    from collections.abc import Iterable

    from covergames.commands.admin_client import AdminClient

group = typer.Typer(add_completion=False, rich_markup_mode=None)

Address: TypeAlias = Annotated[
    str, typer.Option(metavar="HOST:PORT", help="The address that the server was given with serve --admin.")
]
KeyFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The key file of the server, if serve was given one or another database."),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Reason: TypeAlias = Annotated[str, typer.Option(metavar="TEXT", help="Why; it is kept in the log.")]
ShownReason: TypeAlias = Annotated[
    str, typer.Option(metavar="TEXT", help="Why; the people concerned see it, and it is kept in the log.")
]
Limit: TypeAlias = Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)]
TableArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="TABLE", help="The name of the table, as in its link.")
]
AddressArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="ADDRESS", help="An address, or a network such as 192.0.2.0/24.")
]

DEFAULT_ADDRESS = "127.0.0.1:8766"


@group.callback()
def admin() -> None:
    """See and moderate what happens on a running server, which was started with serve --admin."""


@group.command()
def tables(
    *,
    finished: Annotated[
        bool, typer.Option("--finished", help="Also tables whose game is over, or that are closed.")
    ] = False,
    limit: Limit = 100,
    as_json: AsJson = False,
    address: Address = DEFAULT_ADDRESS,
    key_file: KeyFile = None,
) -> None:
    """List the tables that changed last, with the people who are connected to them and their addresses."""
    client = _client(address, key_file)
    from covergames.server.admin.messages import TableList

    found = client.get(f"tables?limit={limit}&finished={str(finished).lower()}", TableList)
    from covergames.commands.admin_text import table_lines

    _show(found, table_lines(found), as_json=as_json)


@group.command()
def show(
    table: TableArgument, *, as_json: AsJson = False, address: Address = DEFAULT_ADDRESS, key_file: KeyFile = None
) -> None:
    """Show one table: its seats, the addresses of its people, and its chat."""
    client = _client(address, key_file)
    from covergames.server.admin.messages import TableDetails

    found = client.get(f"tables/{quote(table, safe='')}", TableDetails)
    from covergames.commands.admin_text import details_lines

    _show(found, details_lines(found), as_json=as_json)


@group.command()
def close(
    table: TableArgument, *, reason: ShownReason, address: Address = DEFAULT_ADDRESS, key_file: KeyFile = None
) -> None:
    """Close a table, also during its game. Its record remains."""
    _act(address, key_file, f"tables/{quote(table, safe='')}/close", {"reason": reason})
    print(f"table {table} is closed")


@group.command()
def lock(table: TableArgument, *, reason: Reason, address: Address = DEFAULT_ADDRESS, key_file: KeyFile = None) -> None:
    """Let nobody else take a seat at a table, and take it off the public list."""
    _act(address, key_file, f"tables/{quote(table, safe='')}/lock", {"locked": True, "reason": reason})
    print(f"table {table} is locked")


@group.command()
def unlock(
    table: TableArgument, *, reason: Reason, address: Address = DEFAULT_ADDRESS, key_file: KeyFile = None
) -> None:
    """Let people take seats at a table again."""
    _act(address, key_file, f"tables/{quote(table, safe='')}/lock", {"locked": False, "reason": reason})
    print(f"table {table} is not locked any more")


@group.command()
def delete(
    table: TableArgument,
    *,
    reason: ShownReason,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    address: Address = DEFAULT_ADDRESS,
    key_file: KeyFile = None,
) -> None:
    """Delete a table for good, with its record and its chat."""
    if not yes:
        if not sys.stdin.isatty():
            fail("delete asks before it deletes, and there is no terminal to answer in: add --yes", code=USAGE)
        typer.confirm(f"Delete table {table} for good, with its record and its chat?", abort=True)
    _act(address, key_file, f"tables/{quote(table, safe='')}/delete", {"reason": reason})
    print(f"table {table} is deleted")


@group.command()
def ban(
    who: AddressArgument,
    *,
    reason: ShownReason,
    duration: Annotated[
        str, typer.Option("--for", metavar="DURATION", help="How long: 30m, 12h, 7d, 4w, or ever.")
    ] = "7d",
    as_json: AsJson = False,
    address: Address = DEFAULT_ADDRESS,
    key_file: KeyFile = None,
) -> None:
    """Ban an address or a network, and close its connections. An IPv6 address stands for its /64 network."""
    from covergames.commands.admin_text import ban_lines
    from covergames.commands.durations import read_duration
    from covergames.game import NotationError

    try:
        seconds = read_duration(duration)
    except NotationError as error:
        fail(f"--for: {error}", code=USAGE)
    client = _client(address, key_file)
    from covergames.server.admin.messages import BanRow

    found = client.post_for("bans", {"address": who, "reason": reason, "seconds": seconds}, BanRow)
    _show(found, ban_lines([found]), as_json=as_json)


@group.command()
def unban(
    who: AddressArgument, *, reason: Reason, address: Address = DEFAULT_ADDRESS, key_file: KeyFile = None
) -> None:
    """End the ban of an address or a network."""
    _act(address, key_file, "unban", {"address": who, "reason": reason})
    print(f"{who} is not banned any more")


@group.command()
def bans(*, as_json: AsJson = False, address: Address = DEFAULT_ADDRESS, key_file: KeyFile = None) -> None:
    """List the bans that have not ended."""
    client = _client(address, key_file)
    from covergames.server.admin.messages import BanRow

    found = client.get("bans", list[BanRow])
    from covergames.commands.admin_text import ban_lines

    _show(found, ban_lines(found), as_json=as_json)


@group.command()
def reports(
    *,
    handled: Annotated[bool, typer.Option("--handled", help="Also reports that are handled.")] = False,
    limit: Limit = 100,
    as_json: AsJson = False,
    address: Address = DEFAULT_ADDRESS,
    key_file: KeyFile = None,
) -> None:
    """List the reports of players about other players, with the end of the chat."""
    client = _client(address, key_file)
    from covergames.server.admin.messages import ReportRow

    found = client.get(f"reports?limit={limit}&handled={str(handled).lower()}", list[ReportRow])
    from covergames.commands.admin_text import report_lines

    _show(found, report_lines(found), as_json=as_json)


@group.command()
def handle(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the report.", min=1)],
    *,
    reason: Reason,
    address: Address = DEFAULT_ADDRESS,
    key_file: KeyFile = None,
) -> None:
    """Mark a report as handled."""
    _act(address, key_file, f"reports/{number}/handle", {"reason": reason})
    print(f"report {number} is handled")


@group.command()
def log(
    *, limit: Limit = 100, as_json: AsJson = False, address: Address = DEFAULT_ADDRESS, key_file: KeyFile = None
) -> None:
    """List what operators did, the latest first."""
    client = _client(address, key_file)
    from covergames.server.admin.messages import ActRow

    found = client.get(f"log?limit={limit}", list[ActRow])
    from covergames.commands.admin_text import act_lines

    _show(found, act_lines(found), as_json=as_json)


def _client(address: str, key_file: Path | None) -> AdminClient:
    from covergames.commands.admin_client import AdminClient

    return AdminClient(address, key_file)


def _act(address: str, key_file: Path | None, path: str, body: dict[str, Any]) -> None:
    _client(address, key_file).post(path, body)


def _show(found: object, lines: Iterable[str], *, as_json: bool) -> None:
    """Print the answer of the server."""
    if as_json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    for line in lines:
        print(line)
