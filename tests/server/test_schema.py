"""The OpenAPI document, and a server that does what it says."""

from __future__ import annotations

import json
import signal
import urllib.request
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.cases import examples
from tests.server.kit import TIMEOUT_SECONDS
from tests.server.process import ServerProcess

if TYPE_CHECKING:
    import schemathesis

PAGE = "/api/schema/openapi.json"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with high limits."""
    database = f"sqlite:///{tmp_path_factory.mktemp('schema') / 'tables.sqlite3'}"
    process = ServerProcess(database, *(f"--limit={name}=1000000" for name in ("requests", "request_burst", "tables")))
    process.start()
    yield process.url
    assert process.stop() == -signal.SIGTERM


@pytest.mark.hypothesis
@pytest.mark.long
@pytest.mark.slow
def test_every_request_is_answered_as_documented(url: str) -> None:
    """Valid or not: never with a server error, always with a documented status and body."""
    import schemathesis  # imported here, because it takes seconds
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    checks = [not_a_server_error, status_code_conformance, response_schema_conformance]
    operations = list(schemathesis.openapi.from_url(f"{url}{PAGE}", timeout=TIMEOUT_SECONDS).get_all_operations())
    assert len(operations) >= 8
    for operation in operations:
        assert isinstance(operation, Ok), operation

        @settings(max_examples=examples(0.16), phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=operation.ok().as_strategy())
        def is_answered(case: schemathesis.Case[Any]) -> None:
            case.validate_response(case.call(timeout=TIMEOUT_SECONDS), checks=checks)

        is_answered()


@pytest.mark.slow
def test_the_socket_has_a_document_and_a_page(url: str) -> None:
    """Derived from the types, and served without files from other sites."""
    with urllib.request.urlopen(f"{url}/api/schema/asyncapi.json") as answer:
        document = json.load(answer)
    assert document["asyncapi"] == "3.0.0"
    assert {"Hello", "Act", "Welcome", "Goodbye"} <= document["channels"]["table"]["messages"].keys()
    with urllib.request.urlopen(f"{url}/api/schema/asyncapi") as answer:
        assert answer.headers["content-type"].startswith("text/html")
        assert "http://" not in answer.read().decode()


@pytest.mark.slow
def test_the_requests_have_an_html_page(url: str) -> None:
    """It contains every operation and every type, and no files from other sites."""
    with urllib.request.urlopen(f"{url}{PAGE}") as answer:
        document = json.load(answer)
    with urllib.request.urlopen(f"{url}/api/schema/openapi") as answer:
        assert answer.headers["content-type"].startswith("text/html")
        page = answer.read().decode()
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    for name in document["components"]["schemas"]:
        assert f'<h3 id="{name}">' in page
    assert "http://" not in page
    assert "<script" not in page
