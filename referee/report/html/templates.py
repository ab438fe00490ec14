"""The one Jinja environment: escaping always on, templates from the project's folder, no undefined names."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from referee import shipped_folder
from referee.report.html.compiled import template_cache
from referee.report.wording import safe_text
from referee.words import Phrase


@cache  # `bench archive` takes 31 % longer for Magna Grecia without it
def pages() -> Environment:
    return Environment(
        loader=FileSystemLoader(shipped_folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=printable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=template_cache(),
    )


def printable(value: object) -> object:
    """Phrases and names become safe text; what is markup already stays."""
    return safe_text(value) if isinstance(value, (Phrase, str)) and not isinstance(value, Markup) else value


def page(template: str, **facts: object) -> Markup:
    """A template filled in."""
    return Markup(pages().get_template(template).render(facts))


def raw(template: str) -> Markup:
    """A file of the templates' folder as it is: style sheets and scripts."""
    environment = pages()
    loader = environment.loader
    assert loader is not None
    return Markup(loader.get_source(environment, template)[0])
