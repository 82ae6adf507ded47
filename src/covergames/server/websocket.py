"""A socket whose end does not wait for whoever does not read."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from covergames.server.connection import LINGER


class WebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's, except that what was not read is given up a moment after the end.

    A transport that is closed first sends what waits. If the other end is there and does not read, that is never: the
    connection would be forgotten by everybody and yet stay open, with all that waits for it.
    """

    async def run_asgi(self) -> None:
        """The conversation, and then a moment for its last words."""
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(LINGER, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """The client has not said that it is there."""
        super().keepalive_timeout()
        self.transport.abort()
