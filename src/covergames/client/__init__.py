"""A client of a covergames server: tables over HTTP, a live table over a WebSocket, and bots that play there.

.. code-block:: python

    server = Server("http://127.0.0.1:8765")
    joined = await server.join("k3x9p2mw", "Bo")
    async with server.client("k3x9p2mw", joined.token) as client:
        await client.play(bots.named(client.mirror.game, "trend")(random.Random()))
"""

from covergames.client.client import Client
from covergames.client.refusal import ConnectionFailed, Refusal
from covergames.client.server import Server

__all__ = ["Client", "ConnectionFailed", "Refusal", "Server"]
