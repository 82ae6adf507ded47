"""A game through a real nginx with the configuration of `deploy/`, over HTTPS and WebSockets, and the limits at the edge."""

from __future__ import annotations

import json
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from covergames.client import Server
from covergames.server.limits import Limits
from tests.faults.witness import Witness, check_all
from tests.live import nginx
from tests.live.network import REQUIRED_VARIABLE
from tests.live.nginx import Nginx
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.prove]

TIMEOUT_SECONDS: Final = 60


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of a new database."""
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.fixture
def proxy(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nginx]:
    """Run a server, and nginx in front of it."""
    if reason := nginx.obstacle():
        (pytest.fail if os.environ.get(REQUIRED_VARIABLE) else pytest.skip)(reason)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = ServerProcess(database, "--proxy", "127.0.0.1", "--origin", f"https://127.0.0.1:{port}")
    server.start()
    try:
        running = Nginx(tmp_path / "nginx", "127.0.0.1", [server.url.removeprefix("http://")], port=port)
        assert "syntax is ok" in running.check()
        monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
        running.start()
        yield running
        running.stop()
    finally:
        server.stop()


async def test_a_game_through_nginx(proxy: Nginx, database: str) -> None:
    """Everything that was acknowledged through the proxy is stored."""
    witness = Witness(Server(proxy.url), 1)
    await check_all(database, [(witness, [await witness.play()])])


async def test_nginx_refuses_what_the_server_would_refuse(proxy: Nginx) -> None:
    """A body that is too large never reaches the server."""
    large = urllib.request.Request(f"{proxy.url}/api/tables", bytes(Limits().body + 1), method="POST")
    with pytest.raises(urllib.error.HTTPError, match="413") as refused:
        urllib.request.urlopen(large, timeout=TIMEOUT_SECONDS)
    assert refused.value.headers["Server"].startswith("nginx")
    refused.value.close()


async def test_nobody_can_claim_another_address(proxy: Nginx) -> None:
    """The server sees the address and the scheme that nginx saw, whatever the visitor sends."""
    forged = urllib.request.Request(
        f"{proxy.url}/api/connection", headers={"X-Forwarded-For": "192.0.2.77", "X-Forwarded-Proto": "http"}
    )
    with urllib.request.urlopen(forged, timeout=TIMEOUT_SECONDS) as answer:
        seen = json.load(answer)
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert (seen["address"], seen["scheme"]) == ("127.0.0.1", "https")
