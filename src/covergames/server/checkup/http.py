"""One HTTP request, with the address from which this machine sent it."""

from __future__ import annotations

import http.client
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT_SECONDS: Final = 10
MAX_BODY_BYTES: Final = 1024 * 1024


class Unreachable(Exception):
    """There was no answer; the message says why."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The answer to a request."""

    status: int
    body: bytes
    own_address: str
    """The address from which the request was sent."""


def fetch_json(url: str, headers: Mapping[str, str] | None = None) -> HttpAnswer:
    """Return the answer to a GET request.

    Raises:
        Unreachable: If there is none.
    """
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", parts.path or "/", headers={"Accept": "application/json", **(headers or {})})
        own = connection.sock.getsockname()[0]
        answer = connection.getresponse()
        return HttpAnswer(answer.status, answer.read(MAX_BODY_BYTES), own)
    except (OSError, ssl.SSLError, http.client.HTTPException, UnicodeError) as error:
        raise Unreachable(f"{url}: {str(error) or type(error).__name__}") from None
    finally:
        connection.close()
