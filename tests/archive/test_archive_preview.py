"""What a link to a record shows in chats: title and result always, a picture where the archive knows its address."""

import re
from io import BytesIO
from pathlib import Path

from archived import SITE, archived, cut, text
from PIL import Image

URL = "https://example.org/games"


def tags(page: str) -> dict[str, str]:
    """The Open Graph of a page."""
    return dict(re.findall(r'<meta property="og:(\S+)" content="([^"]*)">', page))


def previews() -> list[str]:
    return sorted(str(path.relative_to(SITE)) for path in SITE.rglob("preview.png"))


def test_a_record_names_its_picture_by_its_whole_address() -> None:
    archived("--url", URL, "--jobs", "1")
    found = tags(text("bruttium-2/record.html"))
    assert found["image"] == f"{URL}/bruttium-2/preview.png"
    assert tags(text("bruttium-2/index.html"))["image"] == found["image"]
    assert (found["title"], found["type"]) == ("Magna Grecia: bruttium-2", "website")
    assert "Theano" in found["description"]
    assert previews() == ["bruttium-2/preview.png", "rhombus-2/preview.png"]
    raw = (SITE / "bruttium-2" / "preview.png").read_bytes()
    with Image.open(BytesIO(raw)) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert (found["image:width"], found["image:height"]) == ("1200", "630")


def test_without_an_address_there_is_no_picture_and_when_it_goes_the_pictures_go() -> None:
    archived("--jobs", "1")
    found = tags(text("bruttium-2/record.html"))
    assert "image" not in found
    assert found["title"] == "Magna Grecia: bruttium-2"
    assert previews() == []
    archived("--url", URL, "--jobs", "1")
    assert len(previews()) == 2
    assert "Games made: 0" in archived("--jobs", "1")
    archived("--check", "--jobs", "1")
    archived("--url", "", "--jobs", "1")
    assert previews() == []
    assert "image" not in tags(text("bruttium-2/record.html"))


def test_another_address_is_on_every_page_after_the_next_run() -> None:
    archived("--url", URL, "--jobs", "1")
    archived("--url", "https://club.example/", "--jobs", "1")
    for id in ("bruttium-2", "rhombus-2"):
        assert tags(text(f"{id}/record.html"))["image"] == f"https://club.example/{id}/preview.png"


def test_a_game_in_play_has_a_picture_of_where_it_is() -> None:
    cut("bruttium-2", 3)
    Path("games/bruttium-2/notes.yaml").unlink()
    archived("--url", URL, "--jobs", "1")
    assert Path(SITE, "bruttium-2", "preview.png").is_file()
    assert tags(text("bruttium-2/record.html"))["image"]
