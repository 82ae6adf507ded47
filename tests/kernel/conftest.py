"""Every test of the kernel that is not slow runs twice: over the compiled kernel, if there is one, and over the interpreted one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from covergames.kernel import completion, playouts, position, search
from tests.cases import by_target

COMPILED = "compiled"
INTERPRETED = "interpreted"


COMPILED_TOGETHER = ("_table", "_plan", "_search")
"""What is compiled, each importing only those before it."""


@contextmanager
def interpreted_modules() -> Iterator[list[ModuleType]]:
    """What is compiled, run from its source instead."""
    names = [f"covergames.kernel.{name}" for name in COMPILED_TOGETHER]
    compiled = {name: sys.modules[name] for name in names}
    try:
        for name in names:
            source = Path(position.__file__).with_name(f"{name.rpartition('.')[2]}.py")
            spec = spec_from_file_location(name, source)
            assert spec is not None
            assert spec.loader is not None
            sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
        yield [sys.modules[name] for name in names]
    finally:
        sys.modules.update(compiled)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Slow tests run once, over the best there is; over the interpreted kernel beside a compiled one all are slow."""
    is_slow = any(mark.name == "slow" for mark in metafunc.definition.iter_markers())
    modes = by_target([COMPILED, INTERPRETED] if position.IS_COMPILED else [INTERPRETED])
    metafunc.parametrize("kernel", modes[:1] if is_slow else modes, indirect=True)


@pytest.fixture(autouse=True)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The kernel that the test runs over."""
    if request.param == INTERPRETED:
        with interpreted_modules() as (table, _, searching):
            for module in (position, playouts, completion):
                monkeypatch.setattr(module, "k", table)
            monkeypatch.setattr(search, "s", searching)
        monkeypatch.setattr(playouts, "IS_COMPILED", False)
        monkeypatch.setattr(position, "warn_if_interpreted", lambda: None)
    return request.param


@pytest.fixture
def searching() -> Any:
    """The compiled or interpreted module that searches, whichever the test runs over."""
    return vars(search)["s"]
