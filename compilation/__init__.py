"""What mypyc compiles, and how: for a checkout (`scripts/compile`) and for wheels (`compilation/build_hook.py`)."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "src"
REQUIREMENTS: Final = ("mypy[mypyc]>=2.0", "setuptools>=75")
"""What compiling needs besides a C compiler and the headers of Python."""
FLAGS: Final = "-g0 -fno-semantic-interposition"
"""Flags of gcc and clang: no other library replaces our functions, so that they can be inlined."""
SUFFIX: Final[str] = sysconfig.get_config_var("EXT_SUFFIX")
SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="compiled", ext_modules=mypycify({modules!r}, opt_level="3", debug_level="0", group_name={name!r}))
"""
_NOT_COMPILED: Final = re.compile(r"dataclass\(frozen|\(NamedTuple\)|\(Sequence\[")
"""Compiled, frozen dataclasses and named tuples could be neither copied nor pickled; mypyc compiles no subclass of Sequence."""


class CompilationError(Exception):
    """mypyc or the C compiler failed; the message is what they printed."""


@dataclass(frozen=True)
class Group:
    """Modules that are compiled together: they call each other without the interpreter."""

    name: str
    """The path of the extension that the modules share, without its suffix."""
    modules: tuple[str, ...]
    context: tuple[str, ...]
    """Patterns of the other files that mypyc reads to compile the modules."""
    profile_run: str = ""
    """The sample run for profile-guided optimisation; without it, there is none."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """The files that mypyc creates: one for each module, and one for their shared code."""
        return tuple(f"{Path(name).with_suffix('')}{SUFFIX}" for name in (*self.modules, f"{self.name}__mypyc.py"))

    @property
    def sources(self) -> list[Path]:
        """The files that the extensions depend on: the modules, then the context."""
        modules = [SOURCES / module for module in self.modules]
        context = [path for pattern in self.context for path in sorted(SOURCES.glob(pattern))]
        return list(dict.fromkeys([*modules, *context]))


def _rules(game: str) -> Group:
    """Return the modules of a game's rules: all public ones that can be compiled."""
    modules = tuple(
        path.relative_to(SOURCES).as_posix()
        for path in sorted((SOURCES / "covergames" / game).glob("[!_]*.py"))
        if not _NOT_COMPILED.search(path.read_text("utf-8"))
    )
    context = ("covergames/*.py", f"covergames/{game}/**/*.py")
    return Group(f"covergames/{game}/_rules", modules, context)


def _kernel_modules() -> tuple[str, ...]:
    """Return the names of the kernel's compiled modules; the package lists them, because it loads them."""
    tree = ast.parse((SOURCES / "covergames" / "kernel" / "__init__.py").read_text("utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MODULES")
    names: tuple[str, ...] = ast.literal_eval(next(found).value)
    return names


SOLVER: Final = Group("covergames/coverup/_search", ("covergames/coverup/_search.py",), ())
KERNEL: Final = Group(
    "covergames/kernel/_kernel",
    tuple(f"covergames/kernel/{name}.py" for name in _kernel_modules()),
    ("covergames/kernel/_rows.pyi", "covergames/kernel/_rows.py"),
    "from covergames.kernel import _batch, _champion, _games, _search;"
    " _games.profile_run(); _search.profile_run(); _champion.profile_run(); _batch.profile_run()",
)
INNER_LOOPS: Final = (SOLVER, KERNEL)
"""Compiled in a checkout too, where nobody edits them every day."""
RULES: Final = (_rules("coverme"), _rules("coverup"))
"""Compiled in wheels, and in a copy for tests and benchmarks, so that editing the rules needs no compiler."""
EVERYTHING: Final = (*INNER_LOOPS, *RULES)


def digest(group: Group) -> str:
    """Return the digest of everything that the extensions depend on."""
    text = b"".join(path.read_bytes() for path in group.sources)
    return sha256(text + sys.version.encode() + FLAGS.encode()).hexdigest()


def obstacle() -> str | None:
    """Return what is missing for compiling; None: nothing is."""
    if find_spec("mypyc") is None:
        return "mypyc is not installed"
    return compiler_obstacle()


def compiler_obstacle() -> str | None:
    """Return what a C compiler lacks here; None: nothing."""
    if sys.platform == "win32":
        return None  # setuptools finds Visual Studio's compiler, which is not on the path
    if shutil.which(_compiler()) is None:
        return f"there is no C compiler ({_compiler()})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the headers of Python (Python.h) are not installed"
    return None


def compile_group(group: Group, target: Path, *, is_profiled: bool) -> None:
    """Compile one group and put its extensions into the folder `target`, which mirrors ``src``.

    Raises:
        CompilationError: mypyc or the C compiler fails.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in group.sources:
            copy = folder / source.relative_to(SOURCES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
        for package in Path(group.name).parents[:-1]:
            (folder / package / "__init__.py").touch()
        profile_flags = _profile(group, folder) if is_profiled else ""
        _run_mypyc(group, folder, FLAGS + profile_flags)
        for extension in group.extensions:
            place = target / extension
            place.parent.mkdir(parents=True, exist_ok=True)
            fresh = place.with_name(f"{place.name}.new")
            shutil.copy(folder / extension, fresh)
            fresh.replace(place)


def _run_mypyc(group: Group, folder: Path, flags: str) -> None:
    """Compile the group in the folder, from scratch."""
    shutil.rmtree(folder / "build", ignore_errors=True)
    setup = folder / "setup.py"
    setup.write_text(SETUP.format(modules=list(group.modules), name=group.name.replace("/", ".")), "utf-8")
    environment = {"PYTHONPATH": "", "MYPYPATH": "", "CFLAGS": f"{os.environ.get('CFLAGS', '')} {flags}"}
    done = subprocess.run(
        [sys.executable, setup.name, "build_ext", "--inplace"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CompilationError(f"{done.stdout}{done.stderr}compiling {group.name} failed")


def _profile(group: Group, folder: Path) -> str:
    """Record a profile of the group, if it has a sample run; return the flags with which gcc uses the profile."""
    if not group.profile_run or not _is_gcc():
        return ""
    data = folder / "profile"
    _run_mypyc(group, folder, f"{FLAGS} -fprofile-generate={data} -fprofile-update=single")
    done = subprocess.run(
        [sys.executable, "-c", group.profile_run],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        check=False,
    )
    if done.returncode or not data.exists():
        return ""
    return f" -fprofile-use={data} -fprofile-partial-training -Wno-missing-profile"


def _compiler() -> str:
    """Return the C compiler that setuptools runs: ``CC``, or the one with which Python was built."""
    return (os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")).split()[0]


def _is_gcc() -> bool:
    """Return whether the compiler is gcc, whose profiles need no other tool."""
    if sys.platform == "win32":
        return False
    done = subprocess.run([_compiler(), "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in done.stdout
