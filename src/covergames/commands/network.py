"""What commands need that speak to a server."""

from __future__ import annotations

from importlib.util import find_spec

from covergames.commands.failure import FAILED, fail


def client_extra() -> None:
    """Say so, if the library that a client needs is not installed."""
    if find_spec("websockets") is None:
        fail(
            "a server is reached with websockets, which is not installed: pip install 'covergames[server]'", code=FAILED
        )
