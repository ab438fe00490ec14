"""More random games with random repairs, in which nothing that was drawn changes."""

from pathlib import Path

import pytest
from repairs_at_random import check_repairs

from referee.app.look import report_files


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("title", "hands"), [("attika", "secret"), ("attika", "open"), ("magna-grecia", "")])
def test_repairs_in_any_order_keep_all_that_was_drawn(
    title: str, hands: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_files, "save_report", lambda *more: ("", None))
    monkeypatch.chdir(tmp_path)
    assert check_repairs(tmp_path, title, hands, [seed], 60).total()
