"""Each fast test of the kernel runs twice: with the compiled kernel, if there is one, and with the interpreted one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from covergames.kernel import MODULES, champion, completion, plan, playouts, position, search
from tests.cases import by_target

COMPILED = "compiled"
INTERPRETED = "interpreted"


@contextmanager
def interpreted_modules() -> Iterator[dict[str, ModuleType]]:
    """Load the compiled modules from their sources, interpreted; yield them by name."""
    names = [f"covergames.kernel.{name}" for name in MODULES]
    compiled = {name: sys.modules[name] for name in names}
    try:
        for name in names:
            source = Path(position.__file__).with_name(f"{name.rpartition('.')[2]}.py")
            spec = spec_from_file_location(name, source)
            assert spec is not None
            assert spec.loader is not None
            sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
        yield {name: sys.modules[f"covergames.kernel.{name}"] for name in MODULES}
    finally:
        sys.modules.update(compiled)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test with the compiled kernel, if there is one, and interpreted; slow tests only with the first."""
    is_slow = any(mark.name == "slow" for mark in metafunc.definition.iter_markers())
    modes = by_target([COMPILED, INTERPRETED] if position.IS_COMPILED else [INTERPRETED])
    metafunc.parametrize("kernel", modes[:1] if is_slow else modes, indirect=True)


@pytest.fixture(autouse=True)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The kernel of this test."""
    if request.param == INTERPRETED:
        with interpreted_modules() as modules:
            for module in (position, playouts, completion):
                monkeypatch.setattr(module, "k", modules["_table"])
            for module in (playouts, completion):
                monkeypatch.setattr(module, "g", modules["_games"])
            for module in (plan, champion):
                monkeypatch.setattr(module, "p", modules["_plan"])
            monkeypatch.setattr(search, "s", modules["_search"])
            monkeypatch.setattr(champion, "n", modules["_network"])
            monkeypatch.setattr(champion, "h", modules["_hand_network"])
            monkeypatch.setattr(champion, "c", modules["_champion"])
            monkeypatch.setattr(champion, "trained_networks", champion.trained_networks.__wrapped__)
        monkeypatch.setattr(playouts, "IS_COMPILED", False)
        monkeypatch.setattr(position, "warn_if_interpreted", lambda: None)
    return request.param


@pytest.fixture
def searching() -> Any:
    """The search module of this test, compiled or interpreted."""
    return vars(search)["s"]
