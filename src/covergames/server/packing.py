"""Answers that are compressed for whoever takes them so."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Annotated, TypeAlias

from litestar import Response
from litestar.params import HeaderParameter

Encodings: TypeAlias = Annotated[
    str, HeaderParameter(name="Accept-Encoding", description="With `gzip`, the answer is compressed.", max_length=300)
]


def pack(data: bytes, *, level: int = 6) -> bytes:
    """The data compressed; the same data always to the same bytes."""
    return gzip.compress(data, compresslevel=level, mtime=0)


def answer(packed: bytes, accepted: str, *, media_type: str, headers: Mapping[str, str] = {}) -> Response[bytes]:
    """What was packed, as the client takes it."""
    told = {**headers, "Vary": "Accept-Encoding"}
    if not _takes_gzip(accepted):
        return Response(gzip.decompress(packed), media_type=media_type, headers=told)
    return Response(packed, media_type=media_type, headers={**told, "Content-Encoding": "gzip"})


def _takes_gzip(accepted: str) -> bool:
    """Whether a header says so: ``gzip, br;q=0.5``."""
    codings = {
        coding.strip(): weight.strip() for coding, _, weight in (one.partition(";") for one in accepted.split(","))
    }
    return codings.get("gzip", "q=0") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
