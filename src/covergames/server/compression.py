"""Responses that are compressed once, cached and sent to every client that accepts gzip.

Litestar's compression middleware would compress a response again for each request, on the event loop: 3.8 ms of processor time
for a replay of Cover Me. And the cache would hold 580 kB for each replay instead of 17 kB.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any, Final, TypeAlias

from litestar import Response
from litestar.params import HeaderParameter
from litestar.response import Stream

DECOMPRESSED_CHUNK_BYTES: Final = 1 << 18
"""Bytes that are decompressed at a time, for a client that does not accept gzip."""
GZIP_WINDOW_BITS: Final = 16 + zlib.MAX_WBITS
"""Tells zlib that the data has gzip's header."""

AcceptEncoding: TypeAlias = Annotated[
    str, HeaderParameter(name="Accept-Encoding", description="With `gzip`, the answer is compressed.", max_length=300)
]


def compress(data: bytes, *, level: int = 6) -> bytes:
    """Return the data compressed with gzip; equal data gives equal bytes."""
    return gzip.compress(data, compresslevel=level, mtime=0)


def gzip_response(
    compressed: bytes, accept_encoding: str, *, media_type: str, headers: Mapping[str, str] = {}
) -> Response[Any]:
    """Return a response with the data as it was compressed, or decompressed for a client that does not accept gzip."""
    headers = {**headers, "Vary": "Accept-Encoding"}
    if not _accepts_gzip(accept_encoding):
        return Stream(_decompressed(compressed), media_type=media_type, headers=headers)
    return Response(compressed, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})


async def _decompressed(compressed: bytes) -> AsyncIterator[bytes]:
    """Decompress the data in a thread, one chunk after the client has read the one before."""
    decompressor = zlib.decompressobj(GZIP_WINDOW_BITS)
    rest = compressed
    while not decompressor.eof:
        yield await asyncio.to_thread(decompressor.decompress, rest, DECOMPRESSED_CHUNK_BYTES)
        rest = decompressor.unconsumed_tail


def _accepts_gzip(accept_encoding: str) -> bool:
    """Return whether the header lists gzip with a quality above 0: ``gzip, br;q=0.5``."""
    qualities = {
        coding.strip(): quality.strip()
        for coding, _, quality in (part.partition(";") for part in accept_encoding.split(","))
    }
    return qualities.get("gzip", "q=0") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
