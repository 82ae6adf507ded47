"""Random values that cannot be guessed: tokens of seats, seeds of deals and names of tables."""

from __future__ import annotations

import secrets
from typing import Final

TABLE_NAME_BITS: Final = 80
"""Random bits of a table's name; the link is an invitation, not a secret."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not confused when a link is read aloud."""
_CENTIBITS_PER_LETTER: Final = 495


def new_token() -> str:
    """Return a random token of 256 bits, in characters that are safe in a URL."""
    return secrets.token_urlsafe(32)


def new_table() -> str:
    """Return a random name for a table, for its link."""
    length = -(-TABLE_NAME_BITS * 100 // _CENTIBITS_PER_LETTER)
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def new_secret() -> str:
    """Return 256 random bits in hexadecimal, for the seed of a table's shuffles."""
    return secrets.token_hex(32)
