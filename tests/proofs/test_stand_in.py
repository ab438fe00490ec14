"""With the stand-in for rpds, as in a browser, every bad input of the catalogue gets the same answer."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PLUGIN = """
import sys
from referee.app.browser import rpds
sys.modules["rpds"] = rpds

def pytest_sessionfinish():
    import referencing._core
    assert referencing._core.HashTrieMap is rpds.HashTrieMap
"""


def test_the_catalogue_of_bad_inputs_is_answered_alike(tmp_path: Path) -> None:
    (tmp_path / "stand_in.py").write_text(PLUGIN, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "stand_in",
        "tests/test_bad_inputs.py",
        "tests/test_hints.py",
    ]
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
