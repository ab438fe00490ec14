"""The scripts of pages: modules put together, and what they must keep so that they can be."""

import re
from collections import Counter
from pathlib import Path

import pytest

from referee.report.html.templates import bundle, script_of

SCRIPTS = Path(__file__).parent.parent.parent / "templates/scripts"
PAGES = ("archive", "composer", "reader", "replay")
NAME = re.compile(r"^(?:async function|function|const|let) (\w+)", re.MULTILINE)

MODULES = {
    "page": 'import { one, two } from "./parts.js";\nimport { low } from "./low.js";\n\none(low);\n',
    "parts": 'import {\n  low,\n} from "./low.js";\n\n/**\n * @param {string} a\n */\n'
    "export const one = (a) => a + low;\nexport async function two() {}\n",
    "low": "// Says why.\n\n/** @type {string} */\nexport const low = /** @type {any} */ (1);\n",
}


def test_each_module_is_there_once_below_what_it_needs() -> None:
    assert bundle("page", MODULES.__getitem__) == (
        "\nconst low = /** @type {any} */ (1);\n\nconst one = (a) => a + low;\nasync function two() {}\n\none(low);\n"
    )


def test_modules_that_import_each_other_are_refused() -> None:
    modules = {"a": 'import { b } from "./b.js";\n', "b": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match="a > b > a"):
        bundle("a", modules.__getitem__)


@pytest.mark.parametrize(
    "line",
    [
        'import all from "./low.js";',
        'import * as low from "./low.js";',
        "export default 1;",
        "export { low };",
        'const end = "</SCRIPT >";',
        'const comment = "<!-- ";',
    ],
)
def test_modules_that_cannot_be_bundled_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(line)):
        bundle("page", {"page": f"const a = 1;\n{line}\n"}.__getitem__)


@pytest.mark.parametrize("page", PAGES)
def test_no_two_modules_of_a_page_have_the_same_name_for_something(page: str) -> None:
    names = Counter(NAME.findall(script_of(page).element))
    assert len(names) > 5
    assert [name for name, count in names.items() if count > 1] == []


def test_every_module_is_on_a_page() -> None:
    whole = {
        name
        for each in (*PAGES, "unpack", "reader_worker", "offline")
        for name in NAME.findall(script_of(each).element)
    }
    for path in SCRIPTS.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("// "), f"{path.name} does not say what it is for"
        assert {*NAME.findall(text.replace("\nexport ", "\n"))} <= whole, path.name


@pytest.mark.parametrize(
    "file", sorted([*SCRIPTS.parent.glob("*.*"), *SCRIPTS.glob("*.js")]), ids=lambda file: file.name
)
def test_what_is_not_ascii_is_escaped_in_a_template(file: Path) -> None:
    """With one wider character Python needs two bytes for each, and a page that is not ASCII is slow to encode."""
    text = re.sub(r"^ *(?:/\*\*| \*).*", "", file.read_text("utf-8"), flags=re.MULTILINE)
    assert text.isascii()
