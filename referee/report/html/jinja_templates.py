"""Jinja itself, which compiles the templates: when the program is built, and where that was not done, at run time."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee import shipped_folder
from referee.report.html.template_values import printable


@cache  # `referee archive` of the sample games takes 35 times as long without it, where Jinja compiles
def jinja() -> Environment:
    return Environment(
        loader=FileSystemLoader(shipped_folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
