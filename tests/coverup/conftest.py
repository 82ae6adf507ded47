"""The solver in both modes."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from covergames.coverup import solver

SOURCE = Path(solver.__file__).with_name("_search.py")


@pytest.fixture(params=["compiled", pytest.param("interpreted", marks=pytest.mark.slow)])
def mode(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with the compiled inner loop, and with the same code interpreted."""
    if request.param == "compiled":
        if not solver.IS_COMPILED:
            pytest.fail("the inner loop is not compiled: `make compiled` does it, with a C compiler")
    else:
        name = "interpreted_search"
        if name not in sys.modules:
            spec = spec_from_loader(name, SourceFileLoader(name, str(SOURCE)))
            assert spec is not None
            assert spec.loader is not None
            sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
        monkeypatch.setattr(solver, "_search", sys.modules[name])
    return str(request.param)
