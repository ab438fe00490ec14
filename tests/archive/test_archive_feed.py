"""The feed of an archive is RSS 2.0: whole addresses, dates in the form of RFC 822, names that never change."""

import shutil
from email.utils import parsedate_to_datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from archived import ROOT
from cli_runs import begin, play, run

from referee.app.archive.manifest import Look, open_manifest

FEED = Path("site/feed.xml")
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with one closed game and one that runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    shutil.copytree(ROOT / "games" / "bruttium-2", "games/bruttium-2")
    begin()


def channel(*words: str) -> ElementTree.Element:
    ran = run("archive", "site", "--url", "https://example.org/club/", *words)
    assert ran.code == 0, ran.err
    root = ElementTree.parse(FEED).getroot()
    assert (root.tag, root.get("version")) == ("rss", "2.0")
    (found,) = root
    return found


def items(found: ElementTree.Element) -> list[dict[str, str]]:
    return [{part.tag: part.text or "" for part in item} for item in found.findall("item")]


def test_a_channel_has_what_it_must_have() -> None:
    found = channel("--heading", "Games & more")
    assert found.findtext("title") == "Games & more"
    assert found.findtext("link") == "https://example.org/club/"
    assert found.findtext("description")
    (own,) = found.findall(f"{ATOM}link")
    assert own.get("href") == "https://example.org/club/feed.xml"


def test_games_that_began_and_ended_are_listed_newest_first() -> None:
    found = items(channel())
    assert [each["title"] for each in found] == [
        "cup starts: Magna Grecia, with Anna, Bruno",
        "bruttium-2 is over: Theano, by points",
        "bruttium-2 starts: Magna Grecia, with Theano, Milon",
    ]
    dates = [parsedate_to_datetime(each["pubDate"]) for each in found]
    assert dates == sorted(dates, reverse=True)
    assert [each["pubDate"] for each in found] == [
        "Fri, 20 Nov 2026 19:00:00 +0000",
        "Tue, 13 Oct 2026 05:52:44 +0000",
        "Mon, 05 Oct 2026 19:30:00 +0000",
    ]


def test_a_game_that_was_closed_before_its_end_is_listed() -> None:
    play(2)
    assert run("close", "cup", "--abandon").code == 0
    newest, began = [each for each in items(channel()) if "cup/" in each["link"]]
    assert newest["title"] == "cup was closed before its end"
    assert newest["description"].startswith("Magna Grecia, with Anna, Bruno. ")
    assert newest["guid"].rpartition(":")[2] == "closed"
    assert newest["guid"].rpartition(":")[0] == began["guid"].rpartition(":")[0]


def test_the_start_of_a_game_is_shown_with_board_and_seats_and_never_changes() -> None:
    (before,) = [each for each in items(channel()) if each["title"].startswith("cup starts")]
    assert before["description"] == "Board: bruttium. At the table: Anna (yellow), Bruno (red)"
    play(2)
    assert before in items(channel())


def test_each_item_links_to_an_existing_page() -> None:
    for each in items(channel()):
        assert each["link"].startswith("https://example.org/club/")
        assert Path("site", each["link"].removeprefix("https://example.org/club/")).is_file()


def test_an_item_keeps_its_name_for_ever() -> None:
    before = {each["title"]: each["guid"] for each in items(channel())}
    assert len(set(before.values())) == 3
    play(2)
    shutil.rmtree("site")
    assert {each["title"]: each["guid"] for each in items(channel())} == before


def archived(*words: str) -> str:
    """The list of games, after the archive was made with these options."""
    ran = run("archive", "site", *words)
    assert ran.code == 0, ran.err
    return Path("site/index.html").read_text(encoding="utf-8")


def test_without_an_address_there_is_no_feed() -> None:
    assert "feed.xml" not in archived()
    assert not FEED.exists()


def test_a_site_keeps_its_address_and_its_heading_until_others_are_asked_for() -> None:
    channel("--heading", "Games & more")
    before = FEED.read_bytes()
    play(2)
    assert "Games &amp; more" in archived()
    assert FEED.read_bytes() == before
    archived("--check")
    assert "Games of ours" in archived("--heading", "Games of ours")
    assert b"https://example.org/club/feed.xml" in FEED.read_bytes()
    archived("--url", "https://example.net")
    assert b"https://example.net/feed.xml" in FEED.read_bytes()


def test_an_empty_address_takes_the_feed_away() -> None:
    channel("--heading", "Games & more")
    for words in (("--url", "", "--heading", ""), ()):
        found = archived(*words)
        assert not FEED.exists()
        assert "feed.xml" not in found
        assert "Games &amp; more" not in found


@pytest.mark.parametrize(
    "url",
    [
        "notaurl",
        "example.org/club",
        "//example.org",
        "ftp://example.org",
        "https://",
        "https:///club",
        "https://:8000/",
        "https://example.org:port/",
        "https://exam ple.org",
        "https://example.org/\x07",
        "https://[::1",
        "https://anna:secret@example.org",
        "https://example.org/?list",
        "https://example.org/#list",
    ],
)
def test_an_incomplete_address_is_refused(url: str) -> None:
    ran = run("archive", "site", "--url", url)
    assert ran.code == 2
    assert "isn't the full address of a site" in ran.err
    assert not Path("site").exists()


def test_an_address_that_is_none_is_not_kept_either() -> None:
    channel()
    found = open_manifest("site", check=False)
    found.site.keep("look", "", Look(url="notaurl"))
    found.write()
    assert run("archive", "site").code == 2
    for url in ("http://localhost:8000", "HTTPS://[::1]:8000/a%20b/~anna/"):
        assert run("archive", "site", "--url", url).code == 0


@pytest.mark.parametrize("look", [["", 7], [None, ""], 7])
def test_a_manifest_whose_looks_are_not_texts_is_refused(look: object) -> None:
    channel()
    found = open_manifest("site", check=False)
    found.site.keep("look", "", look)
    found.write()
    ran = run("archive", "site")
    assert ran.code == 65
    assert "isn't the manifest of an archive" in ran.err


def test_only_the_newest_of_very_many_games_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.app.archive.archive_pages.NEWEST", 2)
    assert [each["title"][:3] for each in items(channel())] == ["cup", "bru"]
