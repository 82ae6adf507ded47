"""What is drawn by lot and must not be guessed: tokens of seats, seeds of deals, names of tables."""

from __future__ import annotations

import secrets
from typing import Final

TABLE_BITS: Final = 80
"""How hard a table's address is to guess; it is an invitation, not a secret."""


def new_token() -> str:
    """A token nobody can guess, fit for a JSON text."""
    return secrets.token_urlsafe(32)


def new_table() -> str:
    """The name of a new table, as it stands in its link: letters and digits that are not mixed up when read aloud."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(letters) for _ in range(-(-TABLE_BITS * 100 // 495)))


def new_secret() -> str:
    """256 secret bits in hexadecimal, such as the seed of a table's shuffles."""
    return secrets.token_hex(32)
