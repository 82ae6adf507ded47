"""The browser client, as `make web` builds it into the package."""

from __future__ import annotations

from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Final

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from covergames.server.packing import Encodings, answer, pack

FOLDER: Final = Path(__file__).parent / "web"
PATHS: Final = [
    "/",
    "/new",
    "/new/{game:str}",
    "/pass",
    "/tutorial",
    "/table/{table:str}",
    "/replay",
    "/replay/{table:str}",
    "/rules",
    "/rules/{game:str}",
    "/alone/{what:str}",
]
"""What the client itself tells apart; for the server they are all the same page."""
IMMUTABLE_CACHE_CONTROL: Final = "public, max-age=31536000, immutable"
"""The name of an asset says what is in it."""


@get(PATHS, include_in_schema=False, media_type=MediaType.HTML)
async def page() -> bytes:
    """The page that all of them begin with."""
    try:
        return (FOLDER / "index.html").read_bytes()
    except FileNotFoundError:
        raise NotFoundException("the browser client has not been built: run make web") from None


@get("/alone/worker.js", include_in_schema=False, media_type="text/javascript")
async def worker() -> bytes:
    """The service worker of the pages under /alone, and of no others: its path says so to the browser."""
    try:
        return (FOLDER / "worker.js").read_bytes()
    except FileNotFoundError:
        raise NotFoundException("the browser client has not been built: run make web") from None


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: Annotated[str, PathParameter()], accept_encoding: Encodings = "") -> Response[bytes]:
    """A script, style, font or picture: one of the files that were built, whatever the name tries."""
    built = {path.name: path for path in (FOLDER / "assets").glob("*")}
    if name not in built:
        raise NotFoundException(f"there is no {name!r} among the client's files")
    media_type = guess_type(name)[0] or "application/octet-stream"
    headers = {"Cache-Control": IMMUTABLE_CACHE_CONTROL}
    if built[name].suffix == ".woff2":  # a font is compressed already
        return Response(built[name].read_bytes(), media_type=media_type, headers=headers)
    return answer(_packed(built[name]), accept_encoding, media_type=media_type, headers=headers)


@cache
def _packed(path: Path) -> bytes:
    return pack(path.read_bytes(), level=9)
