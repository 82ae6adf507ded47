"""Compile the inner loops with mypyc, in place; nothing happens if they are up to date or there is no compiler.

    python scripts/compile.py            compile what has changed
    python scripts/compile.py --clean    remove what was compiled: everything runs interpreted

An extension is up to date if it was made from the very text that lies next to it: ``build/compiled.json`` keeps the
digests, since dates of files mean nothing after a checkout.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMPS = ROOT / "build" / "compiled.json"
MODULES = ("covergames/coverup/_search.py",)
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")


def extensions(module: str) -> list[Path]:
    """The two files that mypyc makes of a module: the module itself, and the code that it shares with its group."""
    source = ROOT / "src" / module
    return [source.with_name(f"{source.stem}{SUFFIX}"), source.with_name(f"{source.stem}__mypyc{SUFFIX}")]


def digest(module: str) -> str:
    """What an extension must have been made from."""
    return sha256((ROOT / "src" / module).read_bytes() + sys.version.encode()).hexdigest()


def stamps() -> dict[str, str]:
    """The digests of what was compiled."""
    try:
        known: dict[str, str] = json.loads(STAMPS.read_text())
    except (OSError, ValueError):
        return {}
    return known


def is_current(module: str) -> bool:
    """Whether the extension is there and was made from the present text."""
    return stamps().get(module) == digest(module) and all(path.exists() for path in extensions(module))


def build(module: str) -> None:
    """Compile one module in a directory of its own and put the extension next to the source."""
    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory) / module
        target.parent.mkdir(parents=True)
        for package in Path(module).parents[:-1]:
            (Path(directory) / package / "__init__.py").touch()
        shutil.copy(ROOT / "src" / module, target)
        done = subprocess.run(
            [sys.executable, "-m", "mypyc", module],
            cwd=directory,
            env={**os.environ, "PYTHONPATH": "", "MYPYPATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{done.stdout}{done.stderr}compiling {module} failed")
        for path in extensions(module):
            fresh = path.with_name(f"{path.name}.new")
            shutil.copy(Path(directory) / Path(module).parent / path.name, fresh)
            fresh.replace(path)
    STAMPS.parent.mkdir(exist_ok=True)
    STAMPS.write_text(json.dumps({**stamps(), module: digest(module)}, indent=1))


def remove(module: str) -> None:
    """Take the extension away."""
    for path in extensions(module):
        path.unlink(missing_ok=True)


def main() -> None:
    """Compile, or clean."""
    if "--clean" in sys.argv[1:]:
        for module in MODULES:
            remove(module)
        return
    stale = [module for module in MODULES if not is_current(module)]
    if not stale:
        return
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if find_spec("mypyc") is None or shutil.which(compiler) is None:
        for module in stale:
            remove(module)
        print(f"no mypyc or no C compiler ({compiler}): {', '.join(stale)} will run interpreted", file=sys.stderr)
        return
    for module in stale:
        print(f"compiling {module}", file=sys.stderr)
        build(module)


if __name__ == "__main__":
    main()
