"""Templates as Jinja compiled them when the program was built: used only while they fit, and in them all is escaped."""

import os
import subprocess
import sys
from pathlib import Path

import build_templates
import pytest
from jinja2 import ModuleLoader, TemplateSyntaxError, UndefinedError
from markupsafe import Markup

from referee.report.html import templates
from referee.words import say

ROOT = Path(__file__).parent.parent.parent
TEMPLATES = ROOT / "templates"


def code_files(folder: Path) -> set[str]:
    return {path.name for path in (folder / "code").glob("*.py")}


def test_the_folder_has_the_code_of_every_template_and_nothing_else() -> None:
    names = [path.name for path in TEMPLATES.iterdir() if path.name.endswith(templates.KINDS)]
    assert code_files(TEMPLATES) == set(map(ModuleLoader.get_module_filename, names)), "make templates"


def test_the_code_does_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    found = set()
    for seed in ("1", "2", "3"):
        made = tmp_path / seed
        made.mkdir()
        (made / "report.html").write_bytes((TEMPLATES / "report.html").read_bytes())
        code = f"import build_templates, pathlib; build_templates.build(pathlib.Path({str(made)!r}))"
        paths = os.pathsep.join([str(ROOT), str(ROOT / "tools")])
        subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": paths, "PYTHONHASHSEED": seed}, check=True)
        (built,) = (made / "code").glob("*.py")
        found.add(built.read_bytes())
    assert len(found) == 1


def test_code_without_a_template_is_removed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("{{ a }}")
    (tmp_path / "b.svg").write_text("{{ b }}")
    build_templates.build(tmp_path)
    assert len(code_files(tmp_path)) == 2
    (tmp_path / "b.svg").unlink()
    build_templates.build(tmp_path)
    assert code_files(tmp_path) == {ModuleLoader.get_module_filename("a.html")}


def test_nothing_is_written_if_a_template_is_broken(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("{{ a }}")
    (tmp_path / "b.html").write_text("{% if %}")
    with pytest.raises(TemplateSyntaxError):
        build_templates.build(tmp_path)
    assert not list((tmp_path / "code").iterdir())


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The templates in a folder of the test's own: `outer.html` imports `inner.html`, and both are built."""
    (tmp_path / "outer.html").write_text("{% import 'inner.html' as inner %}{{ inner.word(a) }}")
    (tmp_path / "inner.html").write_text("{% macro word(a) %}({{ a }}){% endmacro %}")
    build_templates.build(tmp_path)
    monkeypatch.setattr(templates, "ENVIRONMENT", templates.ENVIRONMENT)
    load(tmp_path)
    return tmp_path


def load(folder: Path) -> None:
    """What a process that starts now uses."""
    templates.ENVIRONMENT = templates.environment_of(templates.loader_of(str(folder)))


def is_built(name: str) -> bool:
    """Whether a template was compiled before, and not now from its file."""
    file = templates.ENVIRONMENT.get_template(name).filename
    return file is not None and Path(file).parent.name == "code"


def shown() -> str:
    return str(templates.page("outer.html", a="<"))


def test_code_that_fits_is_used(copy: Path) -> None:
    assert is_built("outer.html")
    assert is_built("inner.html")
    assert shown() == "(&lt;)"


def test_a_change_is_shown_without_a_build(copy: Path) -> None:
    path = copy / "inner.html"
    path.write_text("{% macro word(a) %}[{{ a }}]{% endmacro %}")
    later = (copy / "code" / templates.STAMP).stat().st_mtime_ns + 1
    os.utime(path, ns=(later, later))
    load(copy)
    assert shown() == "[&lt;]"
    build_templates.build(copy)
    load(copy)
    assert is_built("inner.html")
    assert shown() == "[&lt;]"


def test_an_installed_program_uses_its_code_whenever_its_files_were_written(copy: Path) -> None:
    (copy / "code" / templates.STAMP).unlink()
    os.utime(copy / "code" / ModuleLoader.get_module_filename("outer.html"), (0, 0))
    load(copy)
    assert is_built("outer.html")


def test_code_that_is_missing_or_not_for_this_jinja_is_made_from_the_template(copy: Path) -> None:
    outer, inner = [copy / "code" / ModuleLoader.get_module_filename(name) for name in ("outer.html", "inner.html")]
    outer.unlink()
    inner.write_text(f"from jinja2.runtime import NoSuchThing\n{inner.read_text()}")
    load(copy)
    assert not is_built("outer.html")
    assert not is_built("inner.html")
    assert shown() == "(&lt;)"


def filled(source: str, **facts: object) -> str:
    return templates.ENVIRONMENT.from_string(source).render(facts)


def test_all_that_is_filled_in_is_escaped() -> None:
    facts = {"a": "<&\"'>", "said": say("The <b> of {name}", name="<i>"), "mark": Markup("<b>")}
    assert filled("{{ a }}|{{ said }}|{{ mark }}|{{ '<' }}", **facts) == (
        "&lt;&amp;&#34;&#39;&gt;|The &lt;b&gt; of &lt;i&gt;|<b>|&lt;"
    )
    macro = "{% macro m(x) %}<p>{{ x }}{{ caller() }}</p>{% endmacro %}{% call m(a) %}{{ a }}{% endcall %}"
    assert filled(macro, a="<") == "<p>&lt;&lt;</p>"


@pytest.mark.parametrize("hidden", ["\u202e", "\x07"])
def test_signs_that_no_page_may_have_are_shown_as_what_they_are(hidden: str) -> None:
    assert hidden not in filled("{{ a }}", a=f"a{hidden}b")


@pytest.mark.parametrize("source", ["{{ lost }}", "{% if lost %}{% endif %}", "{{ a.lost }}", "{{ a ~ lost }}"])
def test_what_does_not_exist_is_an_error(source: str) -> None:
    with pytest.raises(UndefinedError):
        filled(source, a="x")
