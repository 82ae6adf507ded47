"""Seat tokens are kept as hashes only, and compared in a time that says nothing."""

from __future__ import annotations

import hashlib
import hmac


def token_hash(token: str) -> str:
    """What is kept of a token: SHA-256, which is enough for a secret of 128 random bits or more."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str, kept: str) -> bool:
    """Whether the hash is that of the token."""
    return hmac.compare_digest(token_hash(token), kept)
