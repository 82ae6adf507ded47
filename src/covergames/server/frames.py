"""Counting WebSocket frames before they are parsed."""

from __future__ import annotations

from typing import Final

FIRST_BYTES: Final = 2
"""Bytes of a header that say how long it is."""
LENGTH_BITS: Final = 0x7F
MASK_BIT: Final = 0x80
MASK_BYTES: Final = 4
LENGTH_BYTES: Final = {126: 2, 127: 8}
"""Further bytes of the payload's length, by the value of its first seven bits."""


class FrameCounter:
    """Finds where frames begin in a stream of bytes (RFC 6455, 5.2); it looks at nothing but their lengths.

    Parsing a frame takes ten times as long, so a client could keep the server busy with frames that are no messages: pings,
    pongs and empty continuations.
    """

    __slots__ = ("_header", "_payload")

    def __init__(self) -> None:
        self._header = b""
        """The beginning of a header whose rest has not arrived."""
        self._payload = 0
        """Bytes of the current frame's payload that have not arrived."""

    def cut(self, data: bytes, most: int) -> tuple[int, int]:
        """Return the length of the part of the data in which at most that many frames begin, and how many do."""
        position, frames, end = 0, 0, len(data)
        while position < end:
            if self._payload:
                taken = min(self._payload, end - position)
                position += taken
                self._payload -= taken
                continue
            if not self._header:
                if frames == most:
                    break
                frames += 1
            wanted = _header_length(self._header) - len(self._header)
            self._header += data[position : position + wanted]
            position += min(wanted, end - position)
            if len(self._header) == _header_length(self._header):
                self._payload = _payload_length(self._header)
                self._header = b""
        return position, frames


def _header_length(header: bytes) -> int:
    """Return the length of a header that begins so, as far as its first bytes say."""
    if len(header) < FIRST_BYTES:
        return FIRST_BYTES
    mask = MASK_BYTES if header[1] & MASK_BIT else 0
    return FIRST_BYTES + LENGTH_BYTES.get(header[1] & LENGTH_BITS, 0) + mask


def _payload_length(header: bytes) -> int:
    first = header[1] & LENGTH_BITS
    more = LENGTH_BYTES.get(first, 0)
    return int.from_bytes(header[FIRST_BYTES : FIRST_BYTES + more], "big") if more else first
