"""Seat tokens: the table stores only their hashes, and compares them in constant time."""

from __future__ import annotations

import hashlib
import hmac


def token_hash(token: str) -> str:
    """Return the SHA-256 of the token, which is enough for a secret of 128 random bits or more."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str, stored_hash: str) -> bool:
    """Return whether the hash is that of the token."""
    return hmac.compare_digest(token_hash(token), stored_hash)
