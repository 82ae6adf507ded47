"""Every fast test of the kernel runs twice: over the compiled kernel, if there is one, and over the interpreted one."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from covergames.kernel import completion, playouts, position

COMPILED = "compiled"
INTERPRETED = "interpreted"


def interpreted_table() -> ModuleType:
    """The kernel's table from its source, whatever was compiled."""
    source = Path(position.__file__).with_name("_table.py")
    spec = spec_from_file_location("covergames.kernel._table_interpreted", source)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Slow tests run once, over the best there is."""
    is_slow = any(mark.name == "slow" for mark in metafunc.definition.iter_markers())
    modes = [COMPILED, INTERPRETED] if position.IS_COMPILED else [INTERPRETED]
    metafunc.parametrize("kernel", modes[:1] if is_slow else modes, indirect=True)


@pytest.fixture(autouse=True)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The kernel that the test runs over."""
    if request.param == INTERPRETED:
        table = interpreted_table()
        for module in (position, playouts, completion):
            monkeypatch.setattr(module, "k", table)
        monkeypatch.setattr(playouts, "IS_COMPILED", False)
        monkeypatch.setattr(position, "warn_if_interpreted", lambda: None)
    return request.param
