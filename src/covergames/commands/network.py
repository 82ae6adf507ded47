"""What commands need that connect to a server: a library, and addresses."""

from __future__ import annotations

from importlib.util import find_spec

from covergames.commands.failure import FAILED, fail


def read_address(text: str) -> tuple[str, int]:
    """Return the host and the port of ``HOST:PORT``; a numeric IPv6 address stands in brackets.

    >>> read_address("127.0.0.1:8766"), read_address("[::1]:8766")
    (('127.0.0.1', 8766), ('::1', 8766))

    Raises:
        NotationError: If it is not an address.
    """
    from urllib.parse import urlsplit

    from covergames.game import NotationError

    try:
        parts = urlsplit(f"//{text}")
        host, port, rest = parts.hostname, parts.port, parts.path or parts.query or parts.fragment or parts.username
    except ValueError:  # a port that is no number, or a bracket too many
        host, port, rest = None, None, None
    if not host or port is None or rest:
        raise NotationError(f"{text!r} is not an address: write HOST:PORT, such as 127.0.0.1:8766")
    return host, port


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
