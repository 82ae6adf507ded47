"""WebSocket frames that no honest client sends, as bytes."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from websockets.frames import Frame, Opcode


@dataclass(frozen=True, slots=True)
class HostileFrames:
    """A few frames in a row."""

    data: bytes
    count: int
    is_fatal: bool
    """Whether they break RFC 6455, so that the server has to close the connection."""


def hostile_frames(chance: random.Random) -> Iterator[HostileFrames]:
    """Yield groups of frames without end; one group in a hundred breaks RFC 6455."""
    while True:
        yield _fatal(chance) if chance.random() < 0.01 else _tiresome(chance)


def _tiresome(chance: random.Random) -> HostileFrames:
    """Return frames that are allowed and say nothing."""
    match chance.randrange(3):
        case 0:
            return HostileFrames(_masked(Opcode.PING, chance.randbytes(chance.randrange(126))), 1, is_fatal=False)
        case 1:
            return HostileFrames(_masked(Opcode.PONG, chance.randbytes(chance.randrange(126))), 1, is_fatal=False)
        case _:
            more = chance.randrange(20)
            begin = _masked(Opcode.TEXT, b"", fin=False)
            end = _masked(Opcode.CONT, b"{", fin=True)
            return HostileFrames(begin + _masked(Opcode.CONT, b"", fin=False) * more + end, more + 2, is_fatal=False)


def _fatal(chance: random.Random) -> HostileFrames:
    """Return a frame that is forbidden."""
    match chance.randrange(7):
        case 0:
            data = Frame(Opcode.TEXT, b"{}").serialize(mask=False)
        case 1:
            data = bytes([0x80 | chance.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])]) + b"\x80mask"
        case 2:
            data = bytes([0x80 | chance.choice([0x10, 0x20, 0x40]) | Opcode.TEXT]) + b"\x80mask"
        case 3:
            data = b"\x89\xfe" + struct.pack(">H", 126) + b"mask" + bytes(126)
        case 4:
            data = b"\x81\xff" + struct.pack(">Q", 2 ** chance.randrange(17, 64)) + b"mask"
        case 5:
            data = _masked(Opcode.TEXT, b"\xff\xfe")
        case _:
            data = _masked(Opcode.CONT, b"x")
    return HostileFrames(data, 1, is_fatal=True)


def _masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)
