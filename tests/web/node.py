"""Run the browser client's modules in Node.js."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def run_node(program: str, asked: object) -> Any:
    """Return the JSON that a program prints. It reads `asked` from its standard input."""
    command = [str(ROOT / "scripts" / "node"), "node", "--input-type=module", "--eval", program]
    answered = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, cwd=ROOT)
    assert answered.returncode == 0, answered.stderr
    return json.loads(answered.stdout)
