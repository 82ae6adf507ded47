"""An echo server on the same stack as ours: it sends every message back and does nothing else."""

from __future__ import annotations

import socket
import sys
from typing import Any

import uvicorn

from covergames.server.homes import LISTEN_BACKLOG


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one socket (ASGI)."""
    assert scope["type"] == "websocket", f"the echo server does not serve {scope['type']}"
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def main() -> None:
    """Print the address of a free port, and serve there until SIGTERM."""
    config = uvicorn.Config(
        echo,
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=LISTEN_BACKLOG,
    )
    listener = socket.create_server(("127.0.0.1", 0), backlog=LISTEN_BACKLOG)
    host, port = listener.getsockname()
    print(f"serving on http://{host}:{port}", file=sys.stderr, flush=True)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
