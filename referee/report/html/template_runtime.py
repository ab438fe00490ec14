"""What the Python code of templates needs when it runs: Jinja's own behaviour, without importing Jinja.

Jinja's compiler writes that code into `templates/code/` when the program is built. It is checked there: a template
that needs more than this module has is refused by `tools/build_templates.py`.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.machinery import SourceFileLoader
from types import ModuleType, SimpleNamespace
from typing import Any

from markupsafe import Markup

from referee import shipped_folder
from referee.report.html.template_values import (
    FILTERS,
    TESTS,
    Undefined,
    escape,
    escaped_text,
    item,
    markup_join,
    markup_of,
    missing,
    printable,
    str_join,
)

__all__ = (
    "LoopContext",
    "Macro",
    "Markup",
    "Undefined",
    "environment",
    "escape",
    "escaped_text",
    "markup_join",
    "missing",
    "str_join",
)

RUNTIME = "6"
"""Written into the code of each template. Raise it when older code would not run, or not give the same, with this."""


class LoopContext:
    """The items of a `for`, each with the loop itself, which knows how far it is."""

    def __init__(self, items: Iterable[object], _: type[Undefined]) -> None:
        self.items = tuple(items)
        self.length = len(self.items)

    def __iter__(self) -> Iterator[tuple[object, "LoopContext"]]:
        for index, each in enumerate(self.items):
            self.index0, self.index = index, index + 1
            self.first, self.last = index == 0, index + 1 == self.length
            yield each, self


class Macro:
    """A macro, or the block of a `call`: arguments by place or by name, and those that are left out are `missing`."""

    def __init__(
        self, _: object, fill: Callable[..., str], name: str | None, arguments: tuple[str, ...], *options: bool
    ) -> None:
        self.fill, self.name, self.arguments = fill, name, arguments
        self.has_caller = options[2]

    def __call__(self, *given: object, **named: object) -> Markup:
        if len(given) == len(self.arguments) and not (named or self.has_caller):  # as most are called
            return markup_of(self.fill(*given))
        values = [*given, *[named.pop(each, missing) for each in self.arguments[len(given) :]]]
        if len(values) > len(self.arguments):
            raise TypeError(f"macro {self.name!r} takes not more than {len(self.arguments)} argument(s)")
        if self.has_caller:
            values.append(named.pop("caller", None) or Undefined("No caller defined", name="caller"))
        if named:
            raise TypeError(f"macro {self.name!r} takes no keyword argument {next(iter(named))!r}")
        return markup_of(self.fill(*values))


class Scope:
    """The names of a template that is filled in: the facts that are given, and what it sets itself."""

    eval_ctx = SimpleNamespace(autoescape=True)

    def __init__(self, facts: Mapping[str, object]) -> None:
        self.facts = facts
        self.vars: dict[str, object] = {}
        self.exported_vars: set[str] = set()

    def resolve_or_missing(self, name: str) -> object:
        return self.vars[name] if name in self.vars else self.facts.get(name, missing)

    def get_all(self) -> dict[str, object]:
        return {**self.facts, **self.vars}


class Template:
    """A template that can be filled in. Names and arguments are those that Jinja's code uses."""

    def __init__(self, root: Callable[[Scope], Iterator[str]]) -> None:
        self.root_render_func = root
        self.macros: SimpleNamespace | None = None

    def render(self, facts: Mapping[str, object]) -> str:
        """The template filled in. Its macros refer to the scope, which has them: without an end they would stay."""
        scope = Scope(facts)
        made = "".join(self.root_render_func(scope))
        scope.vars.clear()
        return made

    @property
    def module(self) -> SimpleNamespace:
        """The macros of the template."""
        if self.macros is None:
            self.macros = self.make_module({})
        return self.macros

    def _get_default_module(self, _: Scope) -> SimpleNamespace:
        return self.module

    def make_module(self, *facts: Any) -> SimpleNamespace:
        """The macros of the template, which may use the facts of the template that imports it."""
        context = self.new_context(*facts)
        for _ in self.root_render_func(context):
            pass
        return SimpleNamespace(**{name: context.vars[name] for name in context.exported_vars})

    def new_context(
        self, facts: Mapping[str, object], _: bool = True, names: Mapping[str, object] | None = None
    ) -> Scope:
        """The facts of another template, and the names that are set where it imports or includes this one."""
        return Scope({**facts, **{name: value for name, value in (names or {}).items() if value is not missing}})


def source_of(file: str) -> str:
    """The text of a file of the templates' folder."""
    with open(os.path.join(shipped_folder("templates"), file), "rb") as opened:
        return opened.read().decode("utf-8").replace("\r\n", "\n")


@cache  # `referee archive` of the sample games takes 43 % longer without it
def coded_template(name: str) -> Template | None:
    """A template compiled when the program was built; None if that, or one that it uses, was not or has changed."""
    code = code_of(name)
    if code is None or code.RUNTIME != RUNTIME or source_of(name) != code.SOURCE:
        return None
    return Template(code.root) if all(map(coded_template, code.USES)) else None


def code_of(name: str) -> ModuleType | None:
    """The module that was made of a template, if there is one."""
    file = f"{name.replace('.', '_')}.py"
    loader = SourceFileLoader(f"templates.code.{file}", os.path.join(shipped_folder("templates"), "code", file))
    code = ModuleType(loader.name)
    try:
        loader.exec_module(code)
    except FileNotFoundError:
        return None
    return code


def imported_template(name: str, _: str) -> Template:
    """A template that another one uses, which is loaded only if all that it uses can be."""
    template = coded_template(name)
    assert template is not None
    return template


environment = SimpleNamespace(
    concat="".join,
    filters=FILTERS,
    finalize=printable,
    get_template=imported_template,
    getitem=item,
    tests=TESTS,
    undefined=Undefined,
)
"""What Jinja's code asks of its environment."""
