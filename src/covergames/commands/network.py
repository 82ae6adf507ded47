"""Requirements of the commands that connect to a server."""

from __future__ import annotations

from importlib.util import find_spec

from covergames.commands.failure import FAILED, fail


def require_client() -> None:
    """Check that the library that the client needs is installed.

    Raises:
        typer.Exit: it is not.
    """
    if find_spec("websockets") is None:
        fail(
            "connecting to a server needs websockets, which is not installed: pip install 'covergames[server]'",
            code=FAILED,
        )
