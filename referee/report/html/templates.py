"""Templates filled in, and what a page has besides: its policy, and data for its script."""

import json
from binascii import b2a_base64
from collections.abc import Mapping
from typing import Any, Protocol

from markupsafe import Markup

from referee.digests import sha256
from referee.report.html.template_runtime import coded_template, source_of


class Fillable(Protocol):
    """A template, of Jinja or compiled when the program was built."""

    def render(self, facts: Mapping[str, object], /) -> str: ...

    @property
    def module(self) -> Any: ...


def template_of(name: str) -> Fillable:
    """A template: its code from when the program was built, or what Jinja makes of it now if that is missing or old."""
    template = coded_template(name)
    if template is None:
        from referee.report.html.jinja_templates import jinja  # Jinja costs as much as all other work for a page

        return jinja().get_template(name)
    return template


def page(template: str, **facts: object) -> Markup:
    """A template filled in, as a part of another."""
    return Markup(whole_page(template, **facts))


def whole_page(template: str, **facts: object) -> str:
    """A template filled in. Markup would be another copy of a long text."""
    return template_of(template).render(facts)


def macros(template: str) -> Any:
    """What a template defines, to be called one by one."""
    return template_of(template).module


def raw(file: str) -> Markup:
    """A file of the templates' folder as it is: style sheets and scripts."""
    return Markup(source_of(file))


def policy_digest(text: str) -> str:
    """What the content policy calls the one script, or the one style sheet, that is allowed."""
    return "sha256-" + b2a_base64(sha256(text.encode()).digest(), newline=False).decode()


written = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def embedded_json(facts: object) -> Markup:
    """Plain data for a `<script type="application/json">`: nothing in them can end it or begin another.

    ASCII, so that no reader of the file can mistake one character for another.
    """
    return Markup(written(facts).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def joined_objects(*objects: Markup) -> Markup:
    """One object with the fields of several, each of which has some, as `embedded_json` wrote them."""
    return Markup("{" + ",".join([each[1:-1] for each in objects]) + "}")
