"""``covergames backup``: copy the database of a running server into a file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from covergames.commands.copying import copying, print_counts
from covergames.commands.language import Language, chosen_language
from covergames.commands.option_sources import takes_server_options
from covergames.commands.server_options import ServerOptions


@takes_server_options("database", "key-file")
def backup(
    options: ServerOptions,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    *,
    with_key: Annotated[
        bool, typer.Option("--with-key", help="Add the key: then everybody who has the file can read the tables.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")] = False,
    language: Language = None,
) -> None:
    """Copy the database of a server, which may be running, into one file."""
    spoken = chosen_language(language)
    from covergames.server.store.backup import back_up
    from covergames.text import text

    key_file = options.key_path
    with copying(text("backup.progress", spoken)) as on_progress:
        counts = asyncio.run(
            back_up(
                options.database_url,
                file,
                on_progress,
                key_file=key_file if with_key else None,
                overwrite=overwrite,
            )
        )
    print_counts("backup.done", file, counts, spoken)
    print(text("backup.with-key" if with_key else "backup.without-key", spoken, path=str(key_file)))
