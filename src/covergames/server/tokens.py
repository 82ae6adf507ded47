"""Seat tokens: secrets of 256 bits that prove who somebody is. The server keeps nothing but their digests."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

TABLE_BITS: Final = 80
"""How hard a table's address is to guess; it is an invitation, not a secret."""


def new_token() -> str:
    """A token nobody can guess, fit for a JSON text."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token. It is too random to be found by trying, so that no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token_of(token: str, kept: str) -> bool:
    """Whether the digest is the token's; takes the same time wherever they differ."""
    return hmac.compare_digest(digest(token), kept)


def new_table() -> str:
    """The name of a new table, as it stands in its link: letters and digits that are not mixed up when read aloud."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(letters) for _ in range(-(-TABLE_BITS * 100 // 495)))


def new_secret() -> str:
    """256 secret bits in hexadecimal, such as the seed of a table's shuffles."""
    return secrets.token_hex(32)
