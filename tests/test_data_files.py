"""Data files are identified by their content: a comment or layout changes no game, another fact needs a new file."""

import json
import runpy
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli_runs import run
from verifying import ROOT, VERIFIER, verdict

from referee import reading, titles
from referee.app.game_access import Table
from referee.app.verify import verify_log
from referee.settings import Settings
from referee.show import data_files
from referee.show.data_files import DataFiles, UnknownContent, content_of
from referee.store import chance
from referee.testkit.promises import release_differences

GAMES = ("bruttium-2", "mezzogiorno-4", "quadrilateral-4", "rhombus-2")
DATA_FILES = [(id, files) for id in titles.OURS for files in titles.book(id).set_up.data_files]
FILES = [pytest.param(id, files, name, id=f"{id} {name}") for id, files in DATA_FILES for name in files.names()]
BLOCK = runpy.run_path(str(VERIFIER))["block"]


def commented(text: str) -> str:
    return f"# Somebody explains this file.\n{text}# And its end.\n"


def rewritten(text: str) -> str:
    """The same by another program: quotes and brackets elsewhere, no comments, the same order of keys."""
    return yaml.safe_dump(yaml.load(text, yaml.CBaseLoader), sort_keys=False, allow_unicode=True, width=60)


def reordered(text: str) -> str:
    """The keys of the file, and of its records, the other way round; not those whose order is that of a pile."""
    said = yaml.load(text, yaml.CBaseLoader)
    turned = {key: said[key] if key in ("cards", "buildings", "tiles") else backwards(said[key]) for key in said}
    return yaml.safe_dump(backwards(turned, deep=False), sort_keys=False, allow_unicode=True)


def backwards(value: Any, deep: bool = True) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: backwards(value[key]) if deep else value[key] for key in reversed(value)}


REWRITE = {"comments": commented, "changed the layout": rewritten, "other order of keys": reordered}


@pytest.fixture
def rewrite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The program reads a copy of the package's data files, each changed in this way."""

    def change(how: Callable[[str], str]) -> Path:
        folder = tmp_path / "titles"
        shutil.copytree(ROOT / "referee" / "titles", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        for _, files in DATA_FILES:
            for path in files.paths().values():
                copy = folder / Path(path).relative_to(ROOT / "referee" / "titles")
                copy.write_text(how(copy.read_text("utf-8")), "utf-8")
        actual = data_files.files_below
        monkeypatch.setattr(
            data_files,
            "files_below",
            lambda there: actual(str(folder / Path(there).relative_to(ROOT / "referee" / "titles"))),
        )
        data_files.shipped_thing.cache_clear()
        return folder

    yield change
    data_files.shipped_thing.cache_clear()


def judged(game: str) -> verify_log.LogVerdict:
    return verify_log.verdict_on_log(Table(Settings("games", "private", "reports")), str(ROOT / "games" / game), None)


@pytest.mark.parametrize("how", REWRITE)
def test_all_games_are_right_after_data_files_are_rewritten(how: str, rewrite: Any, tmp_path: Path) -> None:
    folder = rewrite(REWRITE[how])
    for game in GAMES:
        assert judged(game).good, judged(game).says
    for game in GAMES if how == "comments" else ():
        assert verdict(tmp_path, ROOT / "games" / game / "log.yaml", folder).code == 0


@pytest.mark.parametrize("how", REWRITE)
@pytest.mark.parametrize(("id", "files", "name"), FILES)
def test_the_content_of_a_rewritten_file_is_the_same(id: str, files: DataFiles[Any], name: str, how: str) -> None:
    text = Path(files.paths()[name]).read_text("utf-8")
    changed = REWRITE[how](text)
    assert changed != text
    assert content_of(reading.plain_data(changed.encode()), files.ordered) == files.load(name)[2]


def test_a_changed_number_is_refused_with_what_to_do(rewrite: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite(lambda text: text.replace("{2: 10, 3: 12, 4: 15}", "{2: 11, 3: 12, 4: 15}").replace("T3: ..F", "T3: ..H"))
    found = judged("bruttium-2")
    assert (found.good, found.entry) == (False, None)
    says = str(found.says)
    assert says.startswith("The log needs the data file magna-grecia/2026 with the hash ae7e6468bc6e")
    assert "In referee 0.1.0 the file magna-grecia/2026 has the hash " in says
    assert "The log is not damaged. Read it with the version of referee that started the game, or a newer one." in says
    assert str(judged("rhombus-2").says).startswith("The log needs the data file attika-ours/2026 with the hash")
    monkeypatch.chdir(ROOT)
    ran = run("show", "bruttium-2")
    assert ran.code == 65
    assert ran.err.startswith("The log needs the data file")
    assert "Restore a good copy" not in ran.err


def test_the_order_of_a_pile_is_content() -> None:
    """The same tiles in another order would be shuffled differently: that is another file."""
    for id, kind in (("magna-grecia", "components"), ("attika", "components"), ("attika", "tiles")):
        (files,) = [each for title, each in DATA_FILES if title == id and each.choice == kind]
        fields = dict(files.load(files.names()[0])[1])
        (ordered,) = files.ordered
        other = {**fields, ordered: dict(reversed(fields[ordered].items()))}
        assert content_of(other, files.ordered) != content_of(fields, files.ordered)


@pytest.mark.parametrize("title", titles.OURS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_content_is_an_equal_shuffle(title: str, players: int) -> None:
    """An order of keys that leaves the hash as it is leaves the piles as they are."""
    book = titles.book(title)
    seats = dict.fromkeys(book.seats[:players], "somebody")
    choices = {"seats": seats, "options": book.usual_options}
    header = {"options": book.usual_options, "seats": seats, **book.furnished_fields(choices)}
    turned = dict(header)
    for field, named in header.items():
        for _, files in DATA_FILES:
            if isinstance(named, dict) and named.get("name") in files.names():
                path = files.paths()[named["name"]]
                turned[field] = {"own": reading.plain_data(reordered(Path(path).read_text("utf-8")).encode())}
    assert sum(turned[field] != header[field] for field in header) == len(book.set_up.data_files)
    ways = [
        {name: pile(chance.Chance(bytes(32))) for name, pile in book.set_up.piles(each).items()}
        for each in (header, turned)
    ]
    assert ways[0] == ways[1]


def test_content_is_found_under_any_name() -> None:
    files = titles.book("magna-grecia").set_up.data_files[0]
    _, _, content = files.load("bruttium")
    assert files.thing_of({"name": "a name of before", "content": content}).name == "bruttium"
    with pytest.raises(UnknownContent) as unknown:
        files.thing_of({"name": "a name to come", "content": "ab" * 32})
    assert (unknown.value.name, unknown.value.hash, unknown.value.ours) == ("a name to come", "ab" * 32, "")


@pytest.mark.parametrize(("id", "files", "name"), FILES)
def test_the_stand_alone_verifier_reads_data_files_alike(id: str, files: DataFiles[Any], name: str) -> None:
    raw = Path(files.paths()[name]).read_bytes()
    assert json.dumps(BLOCK(raw.decode(), loose=True)) == json.dumps(reading.plain_data(raw))


@pytest.mark.parametrize(("id", "files"), DATA_FILES)
def test_every_data_file_is_as_it_was_released(id: str, files: DataFiles[Any]) -> None:
    assert [str(each) for each in release_differences(files)] == []


@pytest.fixture
def copied(tmp_path: Path) -> DataFiles[Any]:
    """The boards of Magna Grecia in a folder of their own, with the list of released ones."""
    files = titles.book("magna-grecia").set_up.data_files[0]
    shutil.copytree(files.folder, tmp_path / "boards")
    shutil.copy(Path(files.folder).with_name(data_files.RELEASED), tmp_path)
    there: data_files.DataFiles[Any] = files._replace(folder=str(tmp_path / "boards"))
    return there


def test_a_new_data_file_is_added_to_the_list(copied: DataFiles[Any]) -> None:
    text = Path(copied.paths()["bruttium"]).read_text("utf-8").replace("name: bruttium", "name: lucania")
    Path(copied.folder, "lucania.yaml").write_text(text, "utf-8")
    (says,) = [str(each) for each in release_differences(copied)]
    assert says.startswith("boards/lucania.yaml is not in data.yaml. Before you release it, add this below `boards:`\n")
    released = Path(copied.folder).with_name(data_files.RELEASED)
    lines = says.partition("\n")[2].replace("PACKAGE VERSION", "referee 0.2.0")
    released.write_text(released.read_text("utf-8").replace("boards:\n", f"boards:\n{lines}\n"), "utf-8")
    assert [str(each) for each in release_differences(copied)] == []


def test_a_data_file_that_was_edited_is_named(copied: DataFiles[Any]) -> None:
    board = Path(copied.paths()["bruttium"])
    board.write_text(board.read_text("utf-8").replace("E1: Laos", "E1: Scidrus"), "utf-8")
    (says,) = [str(each) for each in release_differences(copied)]
    assert says.startswith("boards/bruttium.yaml has changed since it was released: its content was 21a1b2d944")
    assert says.endswith("Restore it, and put the new facts into a new file with a new name.")


def test_a_file_that_cannot_be_read_is_named(copied: DataFiles[Any]) -> None:
    board = Path(copied.paths()["bruttium"])
    released = Path(copied.folder).with_name(data_files.RELEASED)
    for file, name in ((board, "bruttium.yaml"), (released, "data.yaml")):
        kept = file.read_text("utf-8")
        file.write_text(f"{kept}x: [\n", "utf-8")
        data_files.shipped_thing.cache_clear()
        with pytest.raises(reading.BadInput, match=f"^{name}:"):
            list(release_differences(copied))
        file.write_text(kept, "utf-8")


def test_a_data_file_that_is_gone_is_named(copied: DataFiles[Any]) -> None:
    Path(copied.paths()["bruttium"]).unlink()
    (says,) = [str(each) for each in release_differences(copied)]
    assert says == "boards/bruttium.yaml was released, but is gone. Games need it. Restore it."


@pytest.fixture
def tables(tmp_path: Path) -> DataFiles[str]:
    """Data files of a title in another package, which has one file and no list yet."""
    (tmp_path / "tables").mkdir()
    Path(tmp_path, "tables", "round.yaml").write_text("name: round\nplaces: 6\n", "utf-8")
    return DataFiles("table", "board", "hex.table", str(tmp_path / "tables"), lambda fields: str(fields["places"]))


def again(files: DataFiles[str], text: str) -> DataFiles[str]:
    """The data files in a program that is started later, with another text in its file."""
    Path(files.folder, "round.yaml").write_text(text, "utf-8")
    data_files.shipped_thing.cache_clear()
    return files


def test_a_title_of_another_package_names_its_files_by_content_too(tables: DataFiles[str]) -> None:
    field = tables.field("round", 2)
    assert field == {"name": "round", "content": content_of({"name": "round", "places": "6"})}
    assert again(tables, "# The club's own.\nplaces: '6'\nname: round\n").thing_of(field) == "6"
    with pytest.raises(UnknownContent) as unknown:
        again(tables, "name: round\nplaces: 8\n").thing_of(field)
    assert unknown.value.ours == tables.field("round", 2)["content"]


def test_a_title_without_a_list_reads_headers_of_before(tables: DataFiles[str]) -> None:
    """As long as the bytes of its file are those that the header names."""
    raw = Path(tables.folder, "round.yaml").read_bytes()
    field = {"name": "round", "sha256": sha256(raw).hexdigest()}
    assert tables.thing_of(field) == "6"
    with pytest.raises(UnknownContent):
        again(tables, "name: round\nplaces: 6 # people\n").thing_of(field)


def test_the_contract_asks_a_title_of_another_package_for_its_list(tables: DataFiles[str]) -> None:
    (says,) = [str(each) for each in release_differences(tables)]
    assert says.startswith("tables/round.yaml is not in data.yaml. Before you release it, add this below `tables:`")
