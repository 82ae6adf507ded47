"""The files of the browser client, which `make web` builds into the package."""

from __future__ import annotations

from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Final

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from covergames.server.compression import AcceptEncoding, compress, gzip_response

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
    "/review",
    "/review/{table:str}",
    "/rules",
    "/rules/{game:str}",
    "/alone/{what:str}",
]
"""Paths that the client routes itself; the server answers each with the same page."""
IMMUTABLE_CACHE_CONTROL: Final = "public, max-age=31536000, immutable"
"""For assets, whose names contain a hash of their contents."""


@get(PATHS, include_in_schema=False, media_type=MediaType.HTML)
async def page() -> bytes:
    """Return the client's page."""
    try:
        return (FOLDER / "index.html").read_bytes()
    except FileNotFoundError:
        raise NotFoundException("the browser client has not been built: run make web") from None


@get("/worker.js", include_in_schema=False, media_type="text/javascript")
async def worker() -> bytes:
    """Return the service worker; its path lets it serve all pages."""
    try:
        return (FOLDER / "worker.js").read_bytes()
    except FileNotFoundError:
        raise NotFoundException("the browser client has not been built: run make web") from None


@get("/manifests/{name:str}", include_in_schema=False, media_type="application/manifest+json")
async def manifest(name: Annotated[str, PathParameter()]) -> bytes:
    """Return the web app manifest in a language, with which browsers install the client."""
    built = {path.name: path for path in (FOLDER / "manifests").glob("*")}
    if name not in built:
        raise NotFoundException(f"the client has no manifest {name!r}")
    return built[name].read_bytes()


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: Annotated[str, PathParameter()], accept_encoding: AcceptEncoding = "") -> Response[bytes]:
    """Return a script, style, font or picture; only names of built files are accepted, so no path escapes the folder."""
    built = {path.name: path for path in (FOLDER / "assets").glob("*")}
    if name not in built:
        raise NotFoundException(f"the client has no file {name!r}")
    media_type = guess_type(name)[0] or "application/octet-stream"
    headers = {"Cache-Control": IMMUTABLE_CACHE_CONTROL}
    if built[name].suffix == ".woff2":  # the format is compressed
        return Response(built[name].read_bytes(), media_type=media_type, headers=headers)
    return gzip_response(_compressed(built[name]), accept_encoding, media_type=media_type, headers=headers)


@cache
def _compressed(path: Path) -> bytes:
    return compress(path.read_bytes(), level=9)
