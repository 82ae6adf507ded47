"""The OpenAPI page, and a server that does what it says, whatever is asked."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from covergames.server.configuration import Limits
from tests.server.kit import serving

LAX = Limits(requests=10**6, request_burst=10**6)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread."""
    folder: Path = tmp_path_factory.mktemp("schema")
    addresses: list[str] = []
    is_up, may_end = threading.Event(), threading.Event()

    async def serve() -> None:
        async with serving(folder, limits=LAX) as served:
            addresses.append(served.url)
            is_up.set()
            await asyncio.to_thread(may_end.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert is_up.wait(60)
    yield addresses[0]
    may_end.set()
    thread.join()


@pytest.fixture(scope="module")
def api(url: str) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{url}/api/schema/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_every_request_is_answered_as_documented(case: schemathesis.Case) -> None:
    """Good or bad: never with a server error, always with a status and a body that the page names."""
    response = case.call()
    case.validate_response(response, checks=(not_a_server_error, status_code_conformance, response_schema_conformance))
