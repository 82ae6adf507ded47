"""Modules that wheels contain twice, compiled and as Python: which of the two runs, and what to do if it is the slow one."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Final

ADVICE: Final = (
    "install a compiled wheel (pip install --force-reinstall --only-binary covergames covergames) or, if there is none for "
    "this machine, install a C compiler and the headers of Python and run pip install --force-reinstall --no-binary "
    "covergames covergames; in a checkout, run make compiled"
)
"""What to do about modules that run interpreted."""


def load(package: str, names: tuple[str, ...]) -> str | None:
    """Import modules that are compiled together; where their extensions do not fit this machine, the Python ones.

    Extensions that use `librt.vecs` refuse to load beside a librt whose binary interface is another one.

    Args:
        package: The package of the modules.
        names: The modules; each imports only those before it.

    Returns:
        Why the compiled modules could not be loaded; None if nothing went wrong.
    """
    modules = [f"{package}.{name}" for name in names]
    try:
        for module in modules:
            import_module(module)
    except (AttributeError, ImportError, ValueError) as error:
        for module in modules:
            sys.modules.pop(module, None)
        for module in modules:
            _load_source(module)
        return str(error)
    return None


def _load_source(module: str) -> None:
    """Import a module from its Python source, also if there is an extension beside it."""
    package, _, name = module.rpartition(".")
    folder = Path(str(sys.modules[package].__file__)).parent
    spec = spec_from_loader(module, SourceFileLoader(module, str(folder / f"{name}.py")))
    assert spec is not None
    assert spec.loader is not None
    sys.modules[module] = loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    setattr(sys.modules[package], name, loaded)
