"""``covergames bot``: a bot in this process at a server's table."""

from __future__ import annotations

from typing import Annotated

import typer

from covergames.commands.failure import FAILED, USAGE, fail


def bot(
    *,
    server: Annotated[str, typer.Option(metavar="URL", help="The server, such as http://127.0.0.1:8765.")],
    table: Annotated[str, typer.Option(metavar="ID", help="The table, as in its link.")],
    bot: Annotated[str, typer.Option(metavar="NAME", help="A bot's name, or path/to/file.py:Name.")],
    name: Annotated[str | None, typer.Option(help="Its name at the table.")] = None,
    seat: Annotated[int | None, typer.Option(help="Its seat, counted from 0; the first free one by default.")] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the bot's random numbers.")] = None,
) -> None:
    """Let a bot join a server's table and play until the game is over."""
    import asyncio
    import random
    import secrets

    from covergames import bots
    from covergames.client import ConnectionFailed, Refusal, Server
    from covergames.game import Result, Seat
    from covergames.wire import game_of

    async def join_and_play() -> Result | None:
        host = Server(server)
        found = await host.find(table)
        maker = bots.named(game_of(found.arrangement), bot)
        table_name = name or bot.rpartition(":")[2] or bot
        wanted = None if seat is None else Seat(seat)
        joined = await host.join(table, table_name, seat=wanted, nonce=secrets.token_hex(16))
        print(f"{table_name} has seat {joined.seat}", flush=True)
        async with host.client(table, joined.token) as client:
            return await client.play(maker(random.Random(secrets.randbits(64) if seed is None else seed)))

    try:
        result = asyncio.run(join_and_play())
    except (ValueError, bots.UnknownBot) as error:
        fail(str(error), code=USAGE)
    except (Refusal, ConnectionFailed) as error:
        fail(f"{server}: {error}", code=FAILED)
    if result is None:
        fail(f"table {table} was closed before the game was over", code=FAILED)
    print(f"scores {' '.join(map(str, result.scores))}; places {' '.join(map(str, result.places))}")
