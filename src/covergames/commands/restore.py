"""``covergames restore``: write a backup into an empty database."""

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
def restore(
    options: ServerOptions,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file that covergames backup wrote.")],
    *,
    language: Language = None,
) -> None:
    """Write a backup into a new database of any kind, for a server that starts then."""
    spoken = chosen_language(language)
    from covergames.server.store.backup import restore as run
    from covergames.text import text

    with copying(text("restore.progress", spoken)) as on_progress:
        counts = asyncio.run(run(options.database_url, file, on_progress, key_file=options.key_path))
    print_counts("restore.done", file, counts, spoken)
