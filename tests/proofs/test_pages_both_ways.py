"""Every page, picture and e-mail is the same, byte for byte, by the code of templates and by Jinja itself.

The commands below are run with each of the two; what they print and the files that they write are compared.
"""

import re
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import letter_samples
import pytest
import sample_menu
from build_templates import KINDS
from cli_runs import run

from referee.app.game_access import Table, open_game
from referee.app.look import report_files
from referee.app.look.moving_picture import public_film
from referee.mail.write import mime
from referee.report.html import html_report, shared_parts, templates
from referee.report.html.jinja_templates import jinja
from referee.report.html.template_runtime import Template, coded_template
from referee.report.html.templates import Fillable
from referee.report.pictures import moving, svg
from referee.report.site import game_lists
from referee.settings import Settings
from referee.show.menu import Menu
from referee.show.view import View
from referee.words import LANGUAGES, speaking

ROOT = Path(__file__).parent.parent.parent

COMMANDS = (
    "archive site --url https://games.example/",
    "show bruttium-2 --at 12 --format html",
    "show bruttium-2 --at 12 --seat red --format html --palette safe",
    "show bruttium-2 --at 12 --format svg --size small",
    "show bruttium-2 --at 12 --format tactile",
    "show rhombus-2 --at 82 --seat sparta --format html",
    "show rhombus-2 --moderator --format html --palette grey",
    "show rhombus-2 --format svg",
    "show rhombus-2 --format tactile",
    "replay bruttium-2 --out bruttium.html",
    "replay rhombus-2 --moderator --out rhombus.html",
    "status --format html",
    "diff bruttium-2 --edition 1 --edition 2 --html changes.html",
)


def by_code(name: str) -> Template:
    template = coded_template(name)
    assert template, name
    return template


def by_jinja(name: str) -> Fillable:
    return jinja().get_template(name)


def pages(
    make: Callable[[str], Fillable], language: str, folder: Path, patch: pytest.MonkeyPatch
) -> tuple[dict[str, bytes], set[str]]:
    """All that the commands and e-mails in a language write, by templates made so, and the templates asked for."""
    names: set[str] = set()

    def noted(name: str) -> Fillable:
        names.add(name)
        return make(name)

    patch.setattr(templates, "template_of", noted)
    patch.setattr(report_files, "report_page", report_page)
    patch.setattr(game_lists, "NEWEST", 1)
    forget()
    for id in ("bruttium-2", "rhombus-2"):
        shutil.copytree(ROOT / "games" / id, folder / "games" / id, ignore=shutil.ignore_patterns(".lock"))
    patch.chdir(folder)
    written = {command: output(*command.split(), language=language) for command in COMMANDS}
    with speaking(language):
        written |= {"menu": sample_menu.page().encode(), "letter": mail(language, False), "long": mail(language, True)}
        written["moving"] = shot().encode()
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return written | files, names


def forget() -> None:
    """Nothing is left of what was drawn before: it would stand in for what these templates draw."""
    for name, module in list(sys.modules.items()):
        if name.startswith("referee.report."):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
    svg.LAST_DRAWN.clear()
    shared_parts.KEPT.clear()


def report_page(settings: Settings, view: View, menu: Menu | None = None) -> str:
    """The report is made anew each time, in tests, too."""
    return report_files.coloured_report(partial(html_report.report, menu=menu), settings, view)


def shot() -> str:
    film = public_film(open_game(Table(Settings(str(ROOT / "games"))), "mezzogiorno-4"))
    return moving.shot_drawing(film, film.shots[-1], moving.window_of(film, 640))


def output(*words: str, language: str) -> bytes:
    ran = run("--language", language, *words)
    assert ran.code == 0, ran.err
    return ran.out.encode()


def mail(language: str, is_long: bool) -> bytes:
    """The HTML of an e-mail about a turn."""
    letter = letter_samples.letter("mezzogiorno-4", 25, language)._replace(is_long=is_long)
    mail = letter_samples.opened(mime.message(letter, letter_samples.MAIL, letter_samples.KEY))
    return letter_samples.page(mail).encode()


def whole(names: set[str]) -> set[str]:
    """Templates with all that they use."""
    found = set(names)
    for name in names:
        used = re.findall(r"\b(?:import|include) \"([^\"]+)\"", (ROOT / "templates" / name).read_text(encoding="utf-8"))
        found |= whole(set(used))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_the_same_by_both(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    expected, by_one = pages(by_jinja, language, tmp_path / "jinja", monkeypatch)
    found, by_other = pages(by_code, language, tmp_path / "code", monkeypatch)
    assert {name for name in found if found[name] != expected[name]} == set()
    assert found.keys() == expected.keys()
    assert by_one == by_other
    assert whole(by_one) == {path.name for path in (ROOT / "templates").iterdir() if path.suffix in KINDS}
