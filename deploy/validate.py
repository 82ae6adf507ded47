"""Validate the files of `deploy/` with the programs that will read them, or with their schemas: `make deploy-check`.

Everything is checked that can be checked without root and without a network. A program that is missing is named, and counts as a
failure.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

DEPLOY: Final = Path(__file__).resolve().parent
PROGRAM: Final = "/opt/covergames/bin/covergames"
MAX_EXPOSURE: Final = 20
"""The highest exposure that `systemd-analyze security` may find, in tenths: 100 is no protection at all."""
PACKAGES: Final = {"promtool": "prometheus", "systemd-analyze": "systemd"}
"""Debian's packages with the programs that are no Python packages."""


def main() -> None:
    """Run all checks; exit with 1 if one fails."""
    monitoring = DEPLOY / "monitoring"
    manifests = [path for path in sorted((DEPLOY / "kubernetes").glob("*.yaml")) if path.stem != "kustomization"]
    with tempfile.TemporaryDirectory() as name:
        units = _units(Path(name))
        (main_unit,) = [unit for unit in units if unit.name == "covergames.service"]
        checks = (
            ("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose" / "compose.yaml"),
            ("kubernetes-validate", "--strict", *manifests),
            ("promtool", "check", "config", monitoring / "prometheus.yml"),
            ("promtool", "test", "rules", monitoring / "covergames-alerts.test.yml"),
            ("systemd-analyze", "verify", "--man=no", *units),
            ("systemd-analyze", "security", "--offline=yes", f"--threshold={MAX_EXPOSURE}", "--no-pager", main_unit),
        )
        results = [_passes(*map(str, check)) for check in checks]
    if not all(results):
        sys.exit(1)


def _units(folder: Path) -> list[Path]:
    """Return copies of the units that start a program which exists on every machine, because systemd looks for it."""
    copies = []
    for unit in sorted(path for path in (DEPLOY / "systemd").iterdir() if path.suffix in (".service", ".timer")):
        copies.append(folder / unit.name)
        copies[-1].write_text(unit.read_text("utf-8").replace(PROGRAM, "/bin/true"), "utf-8")
    return copies


def _passes(program: str, *arguments: str) -> bool:
    """Run a check, and print one line about it; more if it fails."""
    beside = Path(sys.executable).with_name(program)
    found = str(beside) if beside.exists() else shutil.which(program)
    what = " ".join([program, *(Path(argument).name for argument in arguments)])
    if found is None:
        print(f"not checked: {what}: {program} is missing (apt install {PACKAGES.get(program, program)})")
        return False
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)
    complaints = done.stdout + done.stderr if done.returncode else done.stderr if program == "systemd-analyze" else ""
    print(f"{'failed' if done.returncode or complaints else 'ok'}: {what}")
    if complaints:
        print(complaints)
    return not done.returncode and not complaints


if __name__ == "__main__":
    main()
