"""Options, profiles and fixtures that all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from covergames import games
from covergames.coverme import rules
from tests.live.nats import Nats
from tests.live.postgres import Postgres

# Whether an example takes long depends on the load of the machine, so that no test may fail for it.
settings.register_profile(
    "test",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("fuzz", derandomize=False, deadline=None, max_examples=200, print_blob=True)
settings.load_profile("test")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--compiled", action="store_true", help="refuse to run over interpreted rules")
    parser.addoption(
        "--scale",
        default=0,
        type=int,
        help="0: all tests, with samples; 1: only the proofs by quantity; n: n times that",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test interpreted rules with ``--compiled``, and set how many examples Hypothesis tries.

    A shell starts background jobs with SIGINT ignored, and every program that a test starts inherits that. Some tests
    send SIGINT, so Python's own handler is set again.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    is_compiled = not str(rules.__file__).endswith(".py")
    if config.getoption("--compiled") and not is_compiled:
        raise pytest.UsageError(f"the rules are not compiled: {rules.__file__}")
    scale = config.getoption("--scale")
    if scale and config.getoption("--hypothesis-profile") is None:
        settings.register_profile("prove", settings.get_profile("test"), max_examples=500 * scale)
        settings.load_profile("prove")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the proofs by quantity only with ``--scale``, and start the longest tests first.

    A long test that starts last would keep one process busy while the others are idle.
    """
    is_wanted = _is_proof if config.getoption("--scale") else _is_in_make_test
    config.hook.pytest_deselected(items=[item for item in items if not is_wanted(item)])
    items[:] = sorted(filter(is_wanted, items), key=lambda item: item.get_closest_marker("long") is None)


def _is_proof(item: pytest.Item) -> bool:
    """Return whether `make prove` runs the test."""
    return any(item.get_closest_marker(name) is not None for name in ("prove", "hypothesis"))


def _is_in_make_test(item: pytest.Item) -> bool:
    """Return whether `make test` runs the test: all tests except proofs without a sample."""
    return all("sample" in mark.kwargs for mark in item.iter_markers("prove"))


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep what programs write into the user's data folder, such as the key of a server, out of the real one."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        yield folder


@pytest.fixture
def quantity(request: pytest.FixtureRequest) -> int:
    """Return how many cases the test tries: its `sample`, or its `proof` times ``--scale``."""
    mark = next(mark for mark in request.node.iter_markers("prove") if "proof" in mark.kwargs)
    scale: int = request.config.getoption("--scale")
    number: int = scale * mark.kwargs["proof"] if scale else mark.kwargs["sample"]
    return number


@pytest.fixture(scope="module")
def third_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Register the game of ``tests/contract/third_game.py`` as an installed package does, by an entry point.

    The folder is what a process needs on its path to find the entry point.
    """
    folder = tmp_path_factory.mktemp("site-packages")
    info = folder / "cat_tower-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cat-tower\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{games.GROUP}]\ncat-tower = tests.contract.third_game:REGISTRATION\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        games._entry_points.cache_clear()
        yield folder
    games._entry_points.cache_clear()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Return the event loop for coroutine tests (marked ``anyio``)."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start a real PostgreSQL on first use, one for each test process. A test that stops it starts it again."""
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    """Start a real NATS server on first use, one for each test process. A test that stops it starts it again."""
    server = Nats()
    yield server
    server.stop()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the measurements of the tests (``record_property``) of all processes."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"measured: {name}: {value}")
