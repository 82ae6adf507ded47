"""The HTTP requests of ``covergames admin`` to a running server."""

from __future__ import annotations

import http.client
import os
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from covergames.commands.failure import FAILED, USAGE, fail
from covergames.commands.network import read_address
from covergames.game import NotationError

TIMEOUT_SECONDS: Final = 30.0
UNAUTHORIZED: Final = 401

Answer = TypeVar("Answer")


class AdminClient:
    """A running server, by the address of its admin interface. Every request ends the command if it fails."""

    def __init__(self, address: str, key_file: Path | None) -> None:
        """Read the key file, which proves that the server is ours; None: the default one.

        Raises:
            typer.Exit: If the address or the key file cannot be read.
        """
        from covergames.server.store import BadKey, admin_token_in, default_address, default_key_file

        self._key_file = key_file or default_key_file(default_address(os.environ), os.environ)
        try:
            self._host, self._port = read_address(address)
            self._token = admin_token_in(self._key_file)
        except (NotationError, BadKey) as error:
            fail(str(error), code=USAGE)

    def get(self, path: str, kind: type[Answer]) -> Answer:
        """Return what the server answers."""
        return self._decoded(self._ask("GET", path), kind)

    def post(self, path: str, body: Any) -> None:
        """Let the server do something."""
        self._ask("POST", path, body)

    def post_for(self, path: str, body: Any, kind: type[Answer]) -> Answer:
        """Let the server do something, and return what it answers."""
        return self._decoded(self._ask("POST", path, body), kind)

    def _decoded(self, data: bytes, kind: type[Answer]) -> Answer:
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError as error:
            fail(f"the answer of {self._host} port {self._port} is unreadable: {error}", code=FAILED)

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        content = None if body is None else msgspec.json.encode(body)
        connection = http.client.HTTPConnection(self._host, self._port, timeout=TIMEOUT_SECONDS)
        try:
            connection.request(method, f"/admin/{path}", content, headers)
            answer = connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            fail(
                f"no admin interface answers on {self._host} port {self._port} ({why}): "
                "is the server running with serve --admin?",
                code=FAILED,
            )
        finally:
            connection.close()
        if answer.status == UNAUTHORIZED:
            fail(f"the server has another key than {self._key_file}: name its file with --key-file", code=FAILED)
        if answer.status >= http.client.BAD_REQUEST:
            fail(_reason(data, answer.status), code=FAILED)
        return data


def _reason(data: bytes, status: int) -> str:
    """Return why the server refuses."""
    try:
        reason = msgspec.json.decode(data)["reason"]
    except (msgspec.DecodeError, LookupError, TypeError):
        reason = ""
    return str(reason) or f"the server answers with status {status}"
