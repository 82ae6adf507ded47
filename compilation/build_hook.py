"""Hatchling's build hook: wheels contain compiled modules and the browser client.

``COVERGAMES_COMPILE`` chooses:

- ``auto`` (the default): compile where that is possible, and otherwise make a pure-Python wheel, with a warning;
- ``yes``: compile, or fail; for releases;
- ``quick``: as ``yes``, without profile-guided optimisation;
- ``no``: make a pure-Python wheel.

An editable install needs neither a compiler nor the client, and this hook adds nothing to it.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from compilation import (
    EVERYTHING,
    REQUIREMENTS,
    ROOT,
    CompilationError,
    compile_group,
    compiler_obstacle,
    obstacle,
)

VARIABLE: Final = "COVERGAMES_COMPILE"
CHOICES: Final = ("auto", "yes", "quick", "no")
CLIENT: Final = ROOT / "src" / "covergames" / "server" / "web" / "index.html"
BUILT: Final = ROOT / "build" / "wheel"
"""Where the extensions are until they are in the wheel."""


class BuildHook(BuildHookInterface[Any]):
    """Adds the extensions to a wheel, and refuses to build without the browser client."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what compiling needs, if this build will compile."""
        if self.target_name != "wheel" or self._choice == "no":
            return []
        return [] if self._choice == "auto" and compiler_obstacle() else list(REQUIREMENTS)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before hatchling collects the files; stop if the browser client is missing."""
        if version == "editable":
            return
        if not CLIENT.exists():
            self.app.abort(
                f"the browser client is missing ({CLIENT.relative_to(ROOT)}): run `make web`, which builds it, "
                "and build the package again"
            )
        if self.target_name != "wheel" or self._choice == "no":
            return
        try:
            extensions = self._compile()
        except CompilationError as error:
            if self._choice != "auto":
                self.app.abort(f"{error}; {VARIABLE}={self._choice} allows no pure-Python wheel")
            self.app.display_warning(
                f"{error}\nThis is a pure-Python wheel: the Cover Me kernel runs a hundred times slower, and Cover Up's "
                "solver fifteen times slower. Install a C compiler and the headers of Python (Debian, Ubuntu: "
                "build-essential python3-dev; Fedora: gcc python3-devel; macOS: xcode-select --install), and build again."
            )
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(extensions)

    def _compile(self) -> dict[str, str]:
        """Compile all groups; return each extension with its path in the wheel."""
        if reason := obstacle():
            raise CompilationError(reason)
        shutil.rmtree(BUILT, ignore_errors=True)
        for group in EVERYTHING:
            self.app.display_info(f"compiling {group.name}")
            compile_group(group, BUILT, is_profiled=self._choice != "quick")
        return {str(BUILT / name): name for group in EVERYTHING for name in group.extensions}

    @property
    def _choice(self) -> str:
        value = os.environ.get(VARIABLE) or "auto"
        if value not in CHOICES:
            self.app.abort(f"{VARIABLE}={value}: it has to be one of {', '.join(CHOICES)}")
        return value
