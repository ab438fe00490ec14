"""Jinja itself, which compiles the templates: when the program is built, and where that was not done, at run time."""

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee import shipped_folder
from referee.report.html.template_values import printable


class PlainAttributes(Environment):
    """A dot in a template is an attribute, as in Python, and no item: `drawing.frame`, but `words["view"]`."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        return getattr(obj, attribute)


@cache  # `referee archive` of the sample games takes 35 times as long without it, where Jinja compiles
def jinja() -> Environment:
    return PlainAttributes(
        loader=FileSystemLoader(shipped_folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
