"""``covergames serve``: a server for people and bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.network import read_address
from covergames.commands.platforms import check_server


def serve(
    *,
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 means every address of this machine.")
    ] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(help="The port to listen on; 0 means any free port.", min=0, max=65535)] = 8765,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The database: sqlite:///FILE (by default in your data folder) or postgresql://...",
        ),
    ] = None,
    key_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The key that encrypts the tables, made at the first start; by default beside the SQLite file, "
            "or server.key in your data folder.",
        ),
    ] = None,
    bus: Annotated[
        str | None, typer.Option(metavar="URL", help="nats://HOST:PORT, to notify other workers and machines at once.")
    ] = None,
    workers: Annotated[int, typer.Option(help="How many processes serve.", min=1, max=64)] = 1,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="A web site, besides the server's own, that may use the server."),
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="A proxy whose X-Forwarded headers are trusted.")
    ] = None,
    admin: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="A private address for metrics and for covergames admin, such as 127.0.0.1:8766.",
        ),
    ] = None,
    word_list: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Words that names, titles and messages must not contain, one in each line."),
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A limit, such as connections=5000.")
    ] = None,
) -> None:
    """Serve tables for people and bots until interrupted."""
    check_server(workers)
    from covergames.game import NotationError
    from covergames.server.bus import BadAddress as BadBus
    from covergames.server.configuration import Configuration, Limits
    from covergames.server.http_protocol import TrustedProxies
    from covergames.server.security import check_origin
    from covergames.server.store import BadAddress, StoreError, default_address
    from covergames.server.word_filter import read_word_list
    from covergames.server.workers import serve as run

    address = database or default_address(os.environ)
    try:
        TrustedProxies(proxy or ())
        for site in origin or ():
            check_origin(site)
        configuration = Configuration(
            database=address,
            key_file=key_file,
            bus=bus,
            host=host,
            port=port,
            workers=workers,
            admin=None if admin is None else read_address(admin),
            listed_words=() if word_list is None else read_word_list(word_list),
            origins=tuple(origin or ()),
            proxies=tuple(proxy or ()),
            bot_processes=max(1, (os.cpu_count() or 1) // workers),
            limits=Limits().with_values(limit or ()),
            poll_seconds=2.0 if bus is not None or (workers == 1 and address.startswith("sqlite")) else 0.2,
        )
    except NotationError as error:
        fail(str(error), code=USAGE)
    try:
        run(configuration)
    except OSError as error:
        fail(f"cannot listen on {error.filename or host}: {error.strerror}", code=FAILED)
    except (BadAddress, BadBus) as error:
        fail(str(error), code=USAGE)
    except StoreError as error:
        fail(str(error), code=FAILED)
