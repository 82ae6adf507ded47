"""The OpenAPI page, and a server that does what it says, whatever is asked."""

from __future__ import annotations

import json
import signal
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.server.process import ServerProcess


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that does not mind many requests."""
    database = f"sqlite:///{tmp_path_factory.mktemp('schema') / 'tables.sqlite3'}"
    process = ServerProcess(database, "--limit", "requests=1000000", "--limit", "request_burst=1000000")
    process.start()
    yield process.url
    assert process.stop() == -signal.SIGTERM


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
def test_every_request_is_answered_as_documented(case: schemathesis.Case[Any]) -> None:
    """Good or bad: never with a server error, always with a status and a body that the page names."""
    response = case.call()
    case.validate_response(response, checks=[not_a_server_error, status_code_conformance, response_schema_conformance])


def test_the_socket_has_a_document_and_a_page(url: str) -> None:
    """Made from the types, and served without anything from elsewhere."""
    with urllib.request.urlopen(f"{url}/api/schema/asyncapi.json") as answer:
        document = json.load(answer)
    assert document["asyncapi"] == "3.0.0"
    assert {"Hello", "Act", "Welcome", "Goodbye"} <= document["channels"]["table"]["messages"].keys()
    with urllib.request.urlopen(f"{url}/api/schema/asyncapi") as answer:
        assert answer.headers["content-type"].startswith("text/html")
        assert "http://" not in answer.read().decode()
