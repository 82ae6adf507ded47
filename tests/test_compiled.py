"""Where compiled modules do not fit the machine, the Python ones run, and a warning says what to do."""

from __future__ import annotations

import subprocess
import sys

import pytest

from covergames import kernel

OTHER_LIBRT = """
import ctypes, sys, types
import librt
version = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 99)
table = (ctypes.c_void_p * 32)(*[ctypes.cast(version, ctypes.c_void_p).value] * 32)
new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
name = ctypes.create_string_buffer(b"librt.vecs._C_API")
librt.vecs = sys.modules["librt.vecs"] = types.ModuleType("librt.vecs")
librt.vecs._C_API = new(ctypes.addressof(table), name, None)
"""
"""A librt whose vectors have another binary interface: all its functions return 99."""
NO_LIBRT = "import sys; sys.modules['librt.vecs'] = None\n"
PLAY = """
from covergames import kernel
from covergames.coverme import Options
print(kernel.IS_COMPILED, kernel.play_games(3, Options(), 2, seed=1).games)
"""


@pytest.mark.skipif(not kernel.IS_COMPILED, reason="there is no compiled kernel to fall back from")
@pytest.mark.parametrize(
    ("librt", "reason"), [(OTHER_LIBRT, "expected 1, found 99"), (NO_LIBRT, "librt.vecs")], ids=["other", "none"]
)
def test_a_kernel_that_does_not_fit_librt_runs_interpreted(librt: str, reason: str) -> None:
    """It names the reason and the remedy, and plays."""
    done = subprocess.run([sys.executable, "-c", librt + PLAY], capture_output=True, text=True, check=False)
    assert done.stdout == "False 2\n", done.stderr
    assert reason in done.stderr
    assert "pip install --force-reinstall" in done.stderr
