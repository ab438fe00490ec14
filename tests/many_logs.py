"""A folder of many games, as what runs over all of them meets it."""

import shutil
from pathlib import Path

GAMES = Path(__file__).parent.parent / "games"


def many_games(folder: Path = Path("many"), number: int = 6) -> Path:
    """Finished games of both titles, two of them damaged, one link, and one log of another program."""
    models = [GAMES / name for name in ("bruttium-2", "rhombus-2")]
    for each in range(number):
        shutil.copytree(models[each % len(models)], folder / f"game-{each}", ignore=shutil.ignore_patterns(".lock"))
    raw = (folder / "game-2/log.yaml").read_bytes()
    (folder / "game-2/log.yaml").write_bytes(raw.replace(b"kind: deal", b"kind: dael"))
    (folder / "game-4/log.yaml").write_bytes(raw[: len(raw) // 2])
    (folder / "link").mkdir()
    (folder / "link/log.yaml").symlink_to(folder.absolute() / "game-0/log.yaml")
    (folder / "strange").mkdir()
    (folder / "strange/log.yaml").write_bytes(b"title: chess\n")
    return folder
