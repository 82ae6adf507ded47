"""Deals that nobody can bend: the table commits itself to a seed, every seat adds a nonce, all chance follows from both.

docs/fair-deals.md says it for players, and for programmers who want to check a game without this code.
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
"""How many different numbers four bytes can be."""


def is_seed(text: str) -> bool:
    """Whether it is 64 hexadecimal digits."""
    return _SEED.fullmatch(text) is not None


def is_nonce(text: str) -> bool:
    """Whether it is up to 64 letters, digits, hyphens and underscores."""
    return _NONCE.fullmatch(text) is not None


def commitment(seed: str) -> str:
    """What the table publishes before anybody sits down: SHA-256 of the seed's text."""
    return hashlib.sha256(seed.encode()).hexdigest()


def derived_nonce(seed: str, seat: Seat) -> str:
    """The nonce of a bot, or of a person who gave none: the server has no choice in it."""
    return _hmac(seed.encode(), f"nonce:{seat}").hex()


def deal_key(seed: str, nonces: Sequence[str]) -> bytes:
    """What all shuffles follow from; as secret as the seed."""
    return _hmac(seed.encode(), ",".join(nonces))


class FairDealer:
    """Shuffles as the key says; `count` shuffles went before."""

    def __init__(self, key: bytes, *, count: int = 0) -> None:
        self._key = key
        self.count = count

    def shuffle(self, pile: str, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """The cards in the order of this shuffle's number, name and key, wherever each lay before."""
        shuffled = sorted(cards, key=_rank)
        numbers = _numbers(self._key, f"{self.count}:{pile}")
        self.count += 1
        for last in range(len(shuffled) - 1, 0, -1):
            other = _below(last + 1, numbers)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled


def _rank(card: Any) -> Any:
    """Cards and seats are numbers; colours have the order in which the rules list them."""
    return list(type(card)).index(card) if isinstance(card, Enum) else card


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number below the bound, all equally likely: those of the last, incomplete stretch are passed over."""
    usable = _NUMBERS - _NUMBERS % bound
    return next(number for number in numbers if number < usable) % bound


def _numbers(key: bytes, name: str) -> Iterator[int]:
    """Numbers of four bytes without end, eight a block."""
    block = 0
    while True:
        data = _hmac(key, f"{name}:{block}")
        for place in range(0, len(data), 4):
            yield int.from_bytes(data[place : place + 4], "big")
        block += 1


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode(), "sha256")
