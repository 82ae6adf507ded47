"""The lobby of a server's table: from joining it to the start of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covergames.bots import free_name
from covergames.client import ConnectionFailed
from covergames.game import Seat
from covergames.table.view import Stage
from covergames.wire import SeatBot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from covergames.terminal.blocking_client import BlockingClient


def seat_bots(client: BlockingClient, bots: Sequence[str]) -> None:
    """Seat bots at the table, as its host: in the free seats, from the last one down."""
    for bot in bots:
        seats = client.mirror.table.seats
        last = max(number for number, place in enumerate(seats) if place.name is None)
        name = free_name(place.name for place in seats if place.name is not None)
        client.send(SeatBot(client.new_id(), Seat(last), bot, name))


def wait_for_start(client: BlockingClient, show_seats: Callable[[str, int], None]) -> None:
    """Wait until the game begins: be ready and, as the host, start it when everybody is ready.

    `show_seats` is called with the players' names and the number of free seats, whenever they change.

    Raises:
        ConnectionFailed: the table was closed.
    """
    shown = None
    while client.view() is None:
        table = client.mirror.table
        if table.stage is Stage.CLOSED:
            raise ConnectionFailed("closed", f"table {client.table_id} was closed before the game began")
        if table.seats != shown:
            shown = table.seats
            names = [place.name for place in table.seats if place.name is not None]
            show_seats(", ".join(names), len(table.seats) - len(names))
        if not _take_part(client):
            client.wait()


def _take_part(client: BlockingClient) -> bool:
    """Do what the table waits for; return False if it waits for another player."""
    seats, own = client.mirror.table.seats, client.seat
    if client.mirror.you.host:
        others = [place for number, place in enumerate(seats) if number != own]
        if not all(place.name is not None and (place.ready or place.bot is not None) for place in others):
            return False
        client.start()
        return True
    if seats[own].ready:
        return False
    client.ready()
    return True
