"""A bot at a table on another machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from covergames.bots import AnyBot
from covergames.client.refusal import Refusal
from covergames.game import Result
from covergames.table import Stage
from covergames.table.seats import StoodInFor

if TYPE_CHECKING:
    from covergames.client.client import Client

CLOCK_RETRY_MS: Final = 100
"""Milliseconds after which to look again if the server's clock and ours disagree about a round."""


async def play(client: Client, bot: AnyBot) -> Result | None:
    """Let the bot decide for the client's seat until the game is over; None: the table was closed before."""
    while True:
        mirror = client.mirror
        seat, table = mirror.you.seat, mirror.table
        if seat is None:
            raise ValueError("a bot needs a seat to play")
        view = client.view()
        result: Result | None = None if view is None else view.result
        if result is not None or table.stage is Stage.CLOSED:
            return result
        seen = mirror.sequence
        try:
            if view is None:
                await _be_ready(client)
            elif table.seats[seat].stood_in_for is StoodInFor.AWAY:
                await client.take_back()
            elif seat in view.to_act and table.seats[seat].stood_in_for is None:
                await _decide(client, bot, view)
            else:
                await client.news()
        except Refusal:
            if client.mirror.sequence == seen:
                raise  # nothing has happened since that could be the reason


async def _be_ready(client: Client) -> None:
    """Before the game: be ready, again after each new arrangement."""
    seat = client.seat
    assert seat is not None
    if client.mirror.table.seats[seat].ready:
        await client.news()
    else:
        await client.ready()


async def _decide(client: Client, bot: AnyBot, view: Any) -> None:
    """Ask the bot, and send what it says, when it says, unless the game has gone on by then."""
    seen, step = client.mirror.sequence, client.mirror.step
    action = await asyncio.to_thread(bot.choose, view)
    t: int | None = getattr(action, "t", None)
    round_start = client.mirror.table.round_start
    if t is not None and round_start is not None:
        while client.now() < round_start + t:
            await client.wait_until(round_start + t)
            if client.mirror.step != step:
                return  # the bot is asked again
    if client.mirror.step != step:
        return
    try:
        await client.act(action, seen=seen)
    except Refusal as refusal:
        if refusal.code == "countdown" or refusal.rule == "CU-H2":
            await client.wait_until(client.now() + CLOCK_RETRY_MS)
        else:
            raise
