"""``covergames serve``: a server for people and bots."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.option_sources import takes_server_options
from covergames.commands.platforms import check_server
from covergames.commands.server_options import ServerOptions, configuration_of

CHECK_HELP: Final = "Check these options and the file, start nothing."


@takes_server_options()
def serve(
    options: ServerOptions,
    *,
    check: Annotated[bool, typer.Option("--check", help=CHECK_HELP)] = False,
) -> None:
    """Serve tables for people and bots until interrupted."""
    check_server(options.workers)
    from covergames.server.bus import BadAddress as BadBus
    from covergames.server.store import BadAddress, StoreError
    from covergames.server.workers import serve as run

    configuration = configuration_of(options)
    if check:
        print("covergames: the configuration is valid", file=sys.stderr)
        return
    try:
        run(configuration)
    except OSError as error:
        fail(f"cannot listen on {error.filename or options.host}: {error.strerror}", code=FAILED)
    except (BadAddress, BadBus) as error:
        fail(str(error), code=USAGE)
    except StoreError as error:
        fail(str(error), code=FAILED)
