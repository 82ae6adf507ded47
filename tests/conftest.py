"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from covergames.coverme import rules
from tests.live.nats import Nats
from tests.live.postgres import Postgres


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--compiled", action="store_true", help="refuse to run over interpreted rules")
    parser.addoption("--hostile", default=2000, type=int, help="how many hostile messages a server has to bear")
    parser.addoption("--kills", default=5, type=int, help="how often the server of the crash test is killed")
    parser.addoption("--races", default=30, type=int, help="how many decisions two servers race for")


def pytest_configure(config: pytest.Config) -> None:
    """A run that is meant for the compiled rules must not pass because it found the interpreted ones.

    Run in the background, tests and all programs that they start would be deaf to interrupts, which some of them test.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    is_compiled = not str(rules.__file__).endswith(".py")
    if config.getoption("--compiled") and not is_compiled:
        raise pytest.UsageError(f"the rules are not compiled: {rules.__file__}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest begin first: begun last, one of them would keep one process busy while the others have nothing to do."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """What runs the tests that are coroutines (marked ``anyio``)."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, each test process its own, started when first needed: a test may stop it, and starts it again."""
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    """A real NATS server, each test process its own, started when first needed: a test may stop it, and starts it again."""
    server = Nats()
    yield server
    server.stop()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have measured (``record_property``) is said at the end, wherever they ran."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"measured: {name}: {value}")
