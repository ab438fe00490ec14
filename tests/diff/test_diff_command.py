"""`referee dev diff`: which games it takes, what it prints, the page that it writes, and how it ends."""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from cli_runs import begin, run
from test_planted_titles import GAMES, NEW, documents, install

from referee import titles
from referee.rules.rulebook import AnyRulebook, Breach, law_of_stages, rule
from referee.titles.magna_grecia.rules.moves import LayCity
from referee.words import say

DIFF = ("diff", "--edition", "1", "--edition", str(NEW))


def no_city(book: AnyRulebook) -> AnyRulebook:
    """Edition 90 allows no city."""

    @rule("NEW-1", LayCity)
    def there_is_no_city(position: Any, step: LayCity) -> Breach | None:
        planted = type(position.setting.policies).__name__ == "Planted"
        return Breach(say("No city on {space}.", space=step.at)) if planted else None

    law = {**book.play.law, **law_of_stages({LayCity: ((there_is_no_city,), *book.play.law[LayCity].stages)})}
    return book._replace(play=book.play._replace(law=law))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def cityless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new edition of Magna Grecia that allows no city."""
    install("magna-grecia", no_city, monkeypatch)


def sample(name: str, folder: str = "games") -> str:
    shutil.copytree(GAMES / name, Path(folder) / name)
    return f"{folder}/{name}"


def first_city(game: str) -> tuple[int, str]:
    """The entry with the first city, and where it is."""
    return next(
        (number, action["city"])
        for number, entry in enumerate(documents(game))
        for action in entry.get("actions") or []
        if "city" in action
    )


@pytest.mark.usefixtures("cityless")
def test_games_are_counted_by_kind_and_those_that_differ_are_listed() -> None:
    sample("bruttium-2"), sample("mezzogiorno-4")
    entry, city = first_city("bruttium-2")
    ran = run(*DIFF)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Editions 1 and 90: 2 games\n==========================\nSame                       0\n")
    assert "Illegal under one of them  2" in ran.out
    said = re.sub(r"\s+", " ", ran.out)
    assert f"- bruttium-2: Entry {entry} is illegal under edition 90. NEW-1: No city on {city}." in said


@pytest.mark.usefixtures("cityless")
def test_games_folders_and_logs_can_be_named() -> None:
    sample("bruttium-2"), sample("mezzogiorno-4", "others"), sample("bruttium-2", "others")
    assert "1 game\n" in run(*DIFF, "bruttium-2").out
    assert "2 games\n" in run(*DIFF, "others").out
    assert "3 games\n" in run(*DIFF, "others", "games/bruttium-2/log.yaml").out
    assert run(*DIFF, "nowhere").code == 66


@pytest.mark.usefixtures("cityless")
@pytest.mark.parametrize("editions", [[], ["1"], ["1", "1"], ["1", "2", "3"]])
def test_two_different_editions_are_needed(editions: list[str]) -> None:
    sample("bruttium-2")
    ran = run("diff", *[word for each in editions for word in ("--edition", each)])
    assert ran.code == 2
    assert "referee dev diff games --edition 1 --edition 2" in ran.err


@pytest.mark.usefixtures("cityless")
def test_games_that_cannot_be_compared_are_listed_and_the_rest_continues() -> None:
    sample("bruttium-2"), sample("quadrilateral-4")
    damaged = Path(sample("mezzogiorno-4")) / "log.yaml"
    damaged.write_bytes(damaged.read_bytes()[:-9])
    ran = run(*DIFF)
    assert ran.code == 65
    said = re.sub(r"\s+", " ", ran.out)
    assert "Illegal under one of them 1" in said
    known = ", ".join(str(each.number) for each in titles.book("attika").editions)
    assert f"- quadrilateral-4: Attika has no edition 90. Known here: {known}." in said
    assert "- mezzogiorno-4: Entry 50 is wrong. The log breaks off in the middle of entry 50" in said


@pytest.mark.usefixtures("cityless")
def test_json_has_every_game() -> None:
    sample("bruttium-2")
    ran = run(*DIFF, "--json")
    answer = json.loads(ran.out)
    entry, city = first_city("bruttium-2")
    assert answer["counts"] == {"same": 0, "illegal": 1, "score": 0, "state": 0, "untold": 0, "bad": 0}
    (found,) = answer["games"]
    assert (found["game"], found["kind"], found["entry"], found["edition"]) == ("bruttium-2", "illegal", entry, 1)
    broken = {"rule": "NEW-1", "says": f"No city on {city}."}
    assert found["refusals"] == [
        {"edition": NEW, "entry": entry, "says": broken["says"], "violations": [broken]},
    ]


def test_json_of_another_score_and_of_a_log_that_is_not_right_fits_its_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(book: AnyRulebook) -> AnyRulebook:
        def outcome(position: Any) -> Any:
            planted = type(position.setting.policies).__name__ == "Planted"
            return None if planted else book.play.outcome(position)

        return book._replace(play=book.play._replace(outcome=outcome))

    install("magna-grecia", plant, monkeypatch)
    sample("bruttium-2")
    damaged = Path(sample("mezzogiorno-4")) / "log.yaml"
    damaged.write_bytes(b"")
    answer = json.loads(run(*DIFF, "--json").out)
    assert [each["kind"] for each in answer["games"]] == ["score", "bad"]
    assert [each["over"] for each in answer["games"][0]["scores"]] == [True, False]


@pytest.mark.usefixtures("cityless")
def test_the_page_links_to_the_replay_of_each_game_that_differs() -> None:
    sample("bruttium-2")
    entry, _ = first_city("bruttium-2")
    ran = run(*DIFF, "--html", "changes.html")
    assert ran.code == 0, ran.err
    assert "Written: changes.html" in ran.err
    page = Path("changes.html").read_text("utf-8")
    assert f'<a href="changes-games/bruttium-2.html#entry={entry}">{entry}</a>' in page
    replay = Path("changes-games/bruttium-2.html").read_text("utf-8")
    assert re.search("<title>.*bruttium-2", replay)
    assert "showAddress();" in replay  # which goes to the entry


@pytest.mark.usefixtures("cityless")
def test_the_page_can_link_to_an_archive() -> None:
    sample("bruttium-2")
    entry, _ = first_city("bruttium-2")
    run(*DIFF, "--html", "changes.html", "--archive", "https://example.org/games/")
    page = Path("changes.html").read_text("utf-8")
    assert f'href="https://example.org/games/bruttium-2/index.html#entry={entry}"' in page
    assert not Path("changes-games").exists()


@pytest.mark.usefixtures("cityless")
def test_two_copies_of_a_game_have_a_page_each() -> None:
    sample("bruttium-2", "one"), sample("bruttium-2", "two")
    os.rename("two/bruttium-2", "two/a copy")
    run(*DIFF, "one", "one/bruttium-2", "two", "--html", "changes.html")
    assert sorted(os.listdir("changes-games")) == ["bruttium-2.html", "log_2.html", "log_3.html"]


def test_a_game_that_is_the_same_has_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    install("magna-grecia", lambda book: book, monkeypatch)
    sample("bruttium-2")
    assert run(*DIFF, "--html", "changes.html").code == 0
    assert not Path("changes-games").exists()


@pytest.mark.usefixtures("cityless")
def test_what_the_private_part_of_a_running_game_reveals_is_for_its_moderator_alone() -> None:
    begin("cup")
    run(*DIFF, "--html", "changes.html")
    assert Path("changes.html").stat().st_mode & 0o777 == 0o600
    sample("bruttium-2", "closed")
    run(*DIFF, "closed", "--html", "public.html")
    assert Path("public.html").stat().st_mode & 0o044


@pytest.mark.usefixtures("cityless")
def test_several_processes_find_what_one_finds() -> None:
    for number in range(3):
        sample("bruttium-2", f"games-{number}"), sample("mezzogiorno-4", f"games-{number}")
    folders = [f"games-{number}" for number in range(3)]
    one, two = (run(*DIFF, *folders, "--jobs", jobs, "--json") for jobs in "12")
    assert one.code == two.code == 0
    assert one.out == two.out
