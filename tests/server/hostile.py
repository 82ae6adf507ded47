"""Messages that no honest client sends."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

ORDERS: tuple[dict[str, Any], ...] = (
    {"type": "act", "id": "1", "seen": 10**6, "action": {"event": "take", "from": "blonde"}},
    {"type": "act", "id": "2", "seen": 0, "action": {"event": "place", "cards": ["Gkmd"]}},
    {"type": "act", "id": "3", "seen": 10**6, "action": {"event": "vote", "play_on": True}},
    {
        "type": "act",
        "id": "4",
        "seen": 10**6,
        "action": {"event": "lay", "card": "g01", "flip": False, "turn": 0, "x": 0, "y": 0},
    },
    {"type": "start", "id": "5"},
    {"type": "seat_bot", "id": "6", "seat": 0, "bot": "trend", "name": "X"},
    {"type": "remove", "id": "7", "seat": 1},
    {"type": "mute", "id": "8", "seat": 0, "muted": True},
    {"type": "rematch", "id": "9"},
    {"type": "ready", "id": "11", "ready": True, "seen": 5},
    {"type": "hello", "token": None},
    {"type": "say", "id": "12", "text": "x" * 301},
    {"type": "close", "id": "13"},
)
"""Well-formed messages that the table refuses from a player who is neither the host nor to act."""


def hostile(chance: random.Random) -> Iterator[str | bytes]:
    """Yield messages without end: out of turn, truncated, mixed up, too deep, or not text."""
    while True:
        message = json.dumps(chance.choice(ORDERS))
        match chance.randrange(8):
            case 0:
                yield message
            case 1:
                yield message[: chance.randrange(len(message))]
            case 2:
                place = chance.randrange(len(message))
                yield message[:place] + chr(chance.randrange(32, 0x2FF)) + message[place + 1 :]
            case 3:
                order = dict(chance.choice(ORDERS))
                order[chance.choice(list(order))] = chance.choice([None, -1, 2**70, "", [], {}, 1.5, True, "é" * 500])
                yield json.dumps(order)
            case 4:
                yield "[" * chance.randrange(1, 20_000)
            case 5:
                yield chance.randbytes(chance.randrange(200))
            case 6:
                yield json.dumps({**chance.choice(ORDERS), "extra": 1})
            case _:
                yield json.dumps(
                    {"type": chance.choice(["act", "nonsense", "", "Act"]), "id": "x" * chance.randrange(90)}
                )
