"""Provably fair deals: the table commits to a seed, every seat adds a nonce, and all shuffles follow from both.

docs/fair-deals.md explains it to players, and to programmers who want to check a game without this code.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, Final

from covergames.game import AnyCard, Seat

_SEED: Final = re.compile(r"[0-9a-f]{64}")
_NONCE: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
_NUMBERS: Final = 2**32
"""How many numbers four bytes can encode."""


def is_seed(text: str) -> bool:
    """Return whether the text is 64 hexadecimal digits."""
    return _SEED.fullmatch(text) is not None


def is_nonce(text: str) -> bool:
    """Return whether the text is 1 to 64 letters, digits, hyphens and underscores."""
    return _NONCE.fullmatch(text) is not None


def commitment(seed: str) -> str:
    """Return the SHA-256 of the seed's text, which the table publishes before anybody sits down."""
    return hashlib.sha256(seed.encode()).hexdigest()


def derived_nonce(seed: str, seat: Seat) -> str:
    """Return the nonce of a bot, or of a person who gave none; it follows from the seed, so that the server cannot choose it."""
    return _hmac(seed.encode(), f"nonce:{seat}").hex()


def deal_key(seed: str, nonces: Sequence[str]) -> bytes:
    """Return the key of all shuffles; it is as secret as the seed."""
    return _hmac(seed.encode(), ",".join(nonces))


class FairDealer:
    """A dealer whose shuffles follow from the key; `count` is the number of earlier shuffles."""

    def __init__(self, key: bytes, *, count: int = 0) -> None:
        self._key = key
        self.count = count

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """Return the cards in an order that depends only on the key, the shuffle's number and the pile's name."""
        shuffled = sorted(cards, key=_rank)
        numbers = _numbers(self._key, f"{self.count}:{pile}")
        self.count += 1
        for last in range(len(shuffled) - 1, 0, -1):
            other = _below(last + 1, numbers)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled


def anew_dealer(seed: str) -> FairDealer:
    """Return the dealer of the unseen cards of a continued game: they follow from the table's seed."""
    return FairDealer(deal_key(seed, ["anew"]))


def _rank(card: Any) -> Any:
    """Return a sort key: cards and seats are numbers, enums have the order of their definition."""
    return list(type(card)).index(card) if isinstance(card, Enum) else card


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number below the bound, all equally likely: numbers beyond the last multiple of the bound are skipped."""
    usable = _NUMBERS - _NUMBERS % bound
    return next(number for number in numbers if number < usable) % bound


def _numbers(key: bytes, name: str) -> Iterator[int]:
    """Yield numbers of four bytes without end, eight from each block."""
    block = 0
    while True:
        data = _hmac(key, f"{name}:{block}")
        for place in range(0, len(data), 4):
            yield int.from_bytes(data[place : place + 4], "big")
        block += 1


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode(), "sha256")
