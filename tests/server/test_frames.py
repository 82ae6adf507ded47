"""Frames are counted before they are parsed, and an address that sends too many has to wait."""

from __future__ import annotations

import asyncio
import os
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from covergames.server.frames import FrameCounter
from covergames.server.limits import Limits
from tests.server.kit import Served, serving

LENGTHS = st.one_of(st.integers(0, 130), st.sampled_from([125, 126, 127, 65_535, 65_536, 70_000]))
"""Around those at which the header changes (RFC 6455, 5.2)."""


def masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    return Frame(opcode, data, fin=fin).serialize(mask=True)


@pytest.mark.slow
@given(st.lists(LENGTHS, max_size=8), st.lists(st.integers(1, 5000), min_size=1, max_size=30), st.integers(1, 4))
def test_frames_are_counted_wherever_the_stream_is_cut(lengths: list[int], sizes: list[int], most: int) -> None:
    """Every frame is counted once, when it begins, and no part has more frames than wanted."""
    stream = b"".join(masked(Opcode.BINARY, os.urandom(length)) for length in lengths)
    counter = FrameCounter()
    counted = position = turn = 0
    while position < len(stream):
        chunk = stream[position : position + sizes[turn % len(sizes)]]
        used, frames = counter.cut(chunk, most)
        assert 0 < used <= len(chunk)
        assert frames <= most
        counted += frames
        position += used
        turn += 1
    assert counted == len(lengths)


def test_an_absurd_length_is_skipped_without_memory() -> None:
    """The parser refuses such a frame later."""
    counter = FrameCounter()
    assert counter.cut(b"\x82\xff" + struct.pack(">Q", 2**62) + b"mask" + b"x" * 100, 5) == (114, 1)
    assert counter.cut(b"x" * 1000, 5) == (1000, 0)


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize(
    "frame",
    [masked(Opcode.PING, b""), masked(Opcode.PONG, b"x"), masked(Opcode.CONT, b"", fin=False)],
    ids=["ping", "pong", "continuation"],
)
async def test_frames_that_are_no_messages_have_to_wait_too(frame: bytes, tmp_path: Path) -> None:
    """Two sockets of one address share its budget; nothing is lost, and the answer comes when they have waited."""
    async with serving(tmp_path, limits=Limits(frames=100, frame_burst=10)) as served:
        host = await served.open()
        noisy, quiet = [await served.socket(host.table) for _ in range(2)]
        for guest in (noisy, quiet):
            await guest.heard("welcome")
        began = asyncio.get_running_loop().time()
        begin = masked(Opcode.TEXT, b"", fin=False) if frame[0] & 0x0F == Opcode.CONT else b""
        noisy.connection.transport.write(begin + frame * 100)
        await asyncio.sleep(0.1)  # the noise arrives before the question
        await quiet.send(type="ping", n=1)
        assert (await quiet.heard("pong"))["n"] == 1
        await until_read(served, 100)
        assert asyncio.get_running_loop().time() - began > 0.8


async def until_read(served: Served, frames: int) -> None:
    """Wait until the sockets have nothing left to parse."""
    protocols = [each for each in served.server.server_state.connections if hasattr(each, "_unparsed")]
    assert protocols
    assert frames
    while any(each._unparsed for each in protocols):
        await asyncio.sleep(0.01)
