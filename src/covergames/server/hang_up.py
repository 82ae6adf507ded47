"""Work for a client that hangs up is cancelled: nobody would read its result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

from litestar import Request
from litestar.exceptions import HTTPException

CLIENT_CLOSED_REQUEST: Final = 499
"""The status in logs and metrics of a request whose client hung up, as nginx writes it."""

Result = TypeVar("Result")


async def while_connected(request: Request[Any, Any, Any], work: Awaitable[Result]) -> Result:
    """Return the result of the work, or cancel it when the client hangs up. The request's body must have been read.

    Raises:
        HTTPException: If the client hung up.
    """
    working: asyncio.Future[Result] = asyncio.ensure_future(work)
    watching = asyncio.create_task(_disconnected(request))
    both: set[asyncio.Future[Any]] = {working, watching}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise HTTPException(status_code=CLIENT_CLOSED_REQUEST, detail="the client hung up")
    finally:
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)


async def _disconnected(request: Request[Any, Any, Any]) -> None:
    """Wait until the client hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
