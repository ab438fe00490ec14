"""Compiles the templates of pages and pictures to Python, in templates/code/, with Jinja.

The code is not in the repository. `make templates` builds it, and so does every command of make that needs it; every
build of the package does, too (`build_hook.py`). Where it is missing or older than a template, Jinja compiles at run
time.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import FileSystemLoader

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.report.html.templates import KINDS, STAMP, environment_of  # noqa: E402


def build(templates: Path) -> None:
    """Write the code of all templates of a folder, each file whole, and remove what has no template.

    Raises jinja2.TemplateSyntaxError, and then all stays as it was.
    """
    code = templates / "code"
    code.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=code) as fresh:
        environment_of(FileSystemLoader(templates)).compile_templates(fresh, KINDS, zip=None, ignore_errors=False)
        made = list(Path(fresh).iterdir())
        for old in {path.name for path in code.glob("*.py")} - {path.name for path in made}:
            (code / old).unlink()
        for path in made:
            path.replace(code / path.name)
    (code / STAMP).touch()


if __name__ == "__main__":
    build(ROOT / "templates")
