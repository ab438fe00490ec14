"""The code of templates: built from all of them, used only while it fits, and enough to make pages without Jinja."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import build_templates
import pytest
import sample

from referee.report.html import html_report, jinja_templates, template_runtime, templates
from referee.report.html.jinja_templates import jinja

ROOT = Path(__file__).parent.parent.parent
TEMPLATES = ROOT / "templates"
NAMES = sorted(path.name for path in TEMPLATES.iterdir() if path.suffix in build_templates.KINDS)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_built_is_what_jinja_makes_of_the_template(name: str) -> None:
    code = build_templates.code(name, (TEMPLATES / name).read_text(encoding="utf-8"), jinja())
    built = TEMPLATES / "code" / build_templates.module_of(name)
    assert built.read_text(encoding="utf-8") == code, "make templates"


def test_the_folder_has_the_code_of_every_template_and_nothing_else() -> None:
    assert {path.name for path in (TEMPLATES / "code").glob("*.py")} == set(map(build_templates.module_of, NAMES))


def test_the_code_does_not_depend_on_the_order_of_sets() -> None:
    made = "import build_templates as b; print(b.code('report.html', open('templates/report.html').read(), b.jinja()))"
    found = {
        hashlib.sha256(
            subprocess.run(
                [sys.executable, "-c", made],
                cwd=ROOT,
                env={"PYTHONPATH": str(ROOT / "tools"), "PYTHONHASHSEED": seed},
                check=True,
                capture_output=True,
            ).stdout
        ).hexdigest()
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1


def test_code_without_a_template_is_removed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("{{ a }}")
    (tmp_path / "b.svg").write_text("{{ b }}")
    build_templates.build(tmp_path)
    assert sorted(path.name for path in (tmp_path / "code").iterdir()) == ["a_html.py", "b_svg.py"]
    (tmp_path / "b.svg").unlink()
    build_templates.build(tmp_path)
    assert [path.name for path in (tmp_path / "code").iterdir()] == ["a_html.py"]


def test_nothing_is_written_if_a_template_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("{{ a }}")
    (tmp_path / "b.html").write_text("{{ b | upper }}")
    with pytest.raises(
        build_templates.Unsupported, match=r"^templates/b.html, line 1: The filter `upper` is not known"
    ):
        build_templates.build(tmp_path)
    assert not (tmp_path / "code").exists()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The templates in a folder of the test's own: `outer.html` imports `inner.html`, and both are built."""
    (tmp_path / "outer.html").write_text("{% import 'inner.html' as inner %}{{ inner.word(a) }}")
    (tmp_path / "inner.html").write_text("{% macro word(a) %}({{ a }}){% endmacro %}")
    build_templates.build(tmp_path)
    for module in (template_runtime, jinja_templates):
        monkeypatch.setattr(module, "shipped_folder", lambda _: str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    template_runtime.coded_template.cache_clear()
    jinja_templates.jinja.cache_clear()


def is_coded(name: str) -> bool:
    """Whether a page is made by the code that was built, and not by Jinja now."""
    return isinstance(templates.template_of(name), template_runtime.Template)


def shown() -> str:
    return str(templates.page("outer.html", a="<"))


def test_code_that_fits_is_used(copy: Path) -> None:
    assert is_coded("outer.html")
    assert shown() == "(&lt;)"


@pytest.mark.parametrize("name", ["outer.html", "inner.html"])
def test_a_template_that_was_changed_is_compiled_by_jinja(copy: Path, name: str) -> None:
    path = copy / name
    path.write_text(path.read_text() + "{# changed #}")
    assert not is_coded("outer.html")
    assert shown() == "(&lt;)"


def test_a_change_is_shown_without_a_build(copy: Path) -> None:
    (copy / "inner.html").write_text("{% macro word(a) %}[{{ a }}]{% endmacro %}")
    assert shown() == "[&lt;]"


@pytest.mark.parametrize("name", ["outer.html", "inner.html"])
def test_code_that_is_missing_is_made_by_jinja(copy: Path, name: str) -> None:
    (copy / "code" / build_templates.module_of(name)).unlink()
    assert not is_coded("outer.html")
    assert shown() == "(&lt;)"


def test_code_for_another_runtime_is_not_used(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_runtime, "RUNTIME", "0")
    assert not is_coded("outer.html")
    assert shown() == "(&lt;)"


def test_a_report_needs_no_jinja() -> None:
    made = "import sys, sample; from referee.report.html import html_report as h; print(len(h.report(sample.view())))"
    made += "; print(sorted(each for each in sys.modules if each.startswith('jinja2')))"
    ran = subprocess.run(
        [sys.executable, "-c", made],
        env={"PYTHONPATH": f"{ROOT / 'tests'}:{ROOT / 'tests' / 'report'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    length, loaded = ran.stdout.splitlines()
    assert int(length) == len(html_report.report(sample.view()))
    assert loaded == "[]"


def test_a_template_calls_its_own_macros_directly_and_all_other_things_as_before(tmp_path: Path) -> None:
    source = (
        "{% macro box(text, mark='<') %}[{{ text }}{{ mark }}]{% endmacro %}"
        "{% macro twice() %}{{ caller() }}{{ caller() }}{% endmacro %}"
        "{{ box('a&b') }}{{ box('x', mark='y') }}{% call twice() %}{{ box(1, 2) }}{% endcall %}"
        "{% for each in several %}{{ loop.index }}{{ make(each) }}{{ box(each) }}{% endfor %}"
    )
    code = build_templates.code("a.html", source, jinja())
    assert code.count(".fill(") == 3
    assert "context.call" not in code
    assert "_loop.index" in code
    names: dict[str, Any] = {}
    exec(code, names)
    facts = {"several": ["<", "c"], "make": lambda text: text + "!"}
    filled = template_runtime.Template(names["root"]).render(facts)
    assert filled == jinja().from_string(source).render(facts)
    assert filled.startswith("[a&amp;b&lt;]")
