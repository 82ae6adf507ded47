"""Addresses in command lines."""

from __future__ import annotations


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
