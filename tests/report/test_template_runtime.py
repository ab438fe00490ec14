"""The code of templates gives by our runtime what it gives by Jinja: text for text, and error for error."""

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import build_templates
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from referee.report.html.jinja_templates import jinja
from referee.report.html.template_runtime import Template
from referee.words import say


class Thing(NamedTuple):
    name: object
    number: object


@cache
def by_jinja(source: str) -> Any:
    return jinja().from_string(source)


@cache
def by_runtime(source: str) -> Template:
    """A template as every build compiles it."""
    code = ModuleType("snippet")
    exec(build_templates.code("snippet.html", source, jinja()), code.__dict__)
    return Template(code.root)


def outcome(template: Any, facts: dict[str, object]) -> tuple[str, str]:
    """The text that a template gives with these facts, or the kind of its error and what that says.

    Wrong arguments are a TypeError, in words of our own.
    """
    try:
        return "text", template.render(facts)
    except TypeError:
        return "TypeError", ""
    except Exception as error:
        return type(error).__name__, str(error)


def both(source: str, **facts: object) -> tuple[str, str]:
    """The outcome of a template, which is the same by our runtime and by Jinja."""
    expected = outcome(by_jinja(source), facts)
    assert outcome(by_runtime(source), facts) == expected, source
    return expected


SNIPPETS = (
    # texts, escaped
    "{{ a }}",
    '<p title="{{ a }}">{{ b }}</p>',
    "{{ a | safe }}",
    "{{ a ~ b }}",
    "{{ a ~ '<' ~ thing.name }}",
    "{{ '<&>' }}{{ 3 }}{{ none }}{{ true }}",
    "{{ (a, b) }}",
    "{{ a if b else '<' }}",
    # attributes and items
    "{{ thing.name }}",
    "{{ thing['name'] }}",
    "{{ thing[0] }}",
    "{{ thing.missing }}",
    "{{ thing[7] }}",
    "{{ table.key }}",
    "{{ table['key'] }}",
    "{{ table.items }}",
    "{{ table['get'] }}",
    "{{ items[0].name }}",
    "{{ items[1:] }}",
    "{{ none.name }}",
    "{{ a.name.name }}",
    "{{ items[a] }}",
    "{{ table[thing] }}",
    # what does not exist
    "{{ lost }}",
    "{% if lost %}1{% endif %}",
    "{% for each in lost %}1{% endfor %}",
    "{{ lost.name }}",
    "{{ lost + 1 }}",
    "{{ lost() }}",
    "{{ lost == 1 }}",
    "{{ lost is defined }}",
    "{{ a is defined }}",
    "{{ thing.lost is defined }}",
    "{{ lost | join }}",
    "{{ lost | length }}",
    "{{ lost in items }}",
    "{{ a in lost }}",
    "{{ -lost }}",
    "{{ lost < 1 }}",
    "{{ lost ~ a }}",
    "{{ not lost }}",
    "{{ lost is none }}",
    "{{ [lost] }}",
    "{{ thing.name() }}",
    # loops
    "{% for each in items %}{{ loop.index }}{{ loop.index0 }}{{ loop.first }}{{ loop.last }}{{ each }}{% endfor %}",
    "{% for each in items %}{{ loop.length }}{% else %}none{% endfor %}",
    "{% for key, value in table.items() %}{{ key }}={{ value }}{% if not loop.last %}, {% endif %}{% endfor %}",
    "{% for each in items if each %}{{ loop.index }}{{ each }}{% endfor %}",
    "{% for row in items %}{% for each in items %}{{ loop.index }}{% endfor %}{{ loop.index }}{% endfor %}",
    "{% for a in items %}{{ a }}{% endfor %}{{ a }}",
    "{% for each in a %}{{ each }}{% endfor %}",
    "{% for each, other in items %}{{ each }}{% endfor %}",
    # names
    "{% set x = a %}{{ x }}",
    "{% set x, y = a, b %}{{ x }}{{ y }}",
    "{% if b %}{% set x = a %}{% endif %}{{ x }}",
    "{% set x = 1 %}{% for each in items %}{% set x = each %}{{ x }}{% endfor %}{{ x }}",
    "{% with x = a, y = b %}{{ x }}{{ y }}{% endwith %}",
    "{% with a = b %}{{ a }}{% endwith %}{{ a }}",
    # macros
    "{% macro m(x, y='<') %}[{{ x }}{{ y }}]{% endmacro %}{{ m(a) }}{{ m(a, b) }}{{ m(y=a, x=b) }}{{ m(a, y=b) }}",
    "{% macro m(x) %}{{ x }}{% endmacro %}{{ m() }}",
    "{% macro m(x) %}{{ x }}{% endmacro %}{{ m(1, 2) }}",
    "{% macro m(x) %}{{ x }}{% endmacro %}{{ m(1, z=2) }}",
    "{% macro m(x) %}{{ x }}{% endmacro %}{{ m(1, x=2) }}",
    "{% macro m(x, y=x) %}{{ x }}{{ y }}{% endmacro %}{{ m(a) }}",
    "{% macro m(x) %}{{ x is defined }}{% endmacro %}{{ m() }}",
    "{% macro m(x) %}({{ x }}){% endmacro %}{% macro n(x) %}{{ m(m(x)) }}{% endmacro %}{{ n(a) }}{{ n(n(b)) }}",
    "{% macro m(n) %}{{ n }}{% if n > 0 %}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(3) }}",
    "{% macro m(x) %}{{ x }}{{ a }}{% endmacro %}{% for each in items %}{{ m(each) }}{{ m(loop.index) }}{% endfor %}",
    "{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(a) ~ b }}{{ m(a) | length }}{{ [m(a), b] | join('<') }}",
    # blocks of calls
    "{% macro m() %}[{{ caller() }}]{% endmacro %}{% call m() %}{{ a }}<i>{% endcall %}",
    "{% macro m(x) %}{{ caller(x) }}{% endmacro %}{% call(y) m(a) %}{{ y }}{{ b }}{% endcall %}",
    "{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}",
    "{% macro m() %}{% endmacro %}{% call m() %}{% endcall %}x",
    "{% macro m() %}{% for each in items %}{{ caller() }}{% endfor %}{% endmacro %}{% call m() %}{{ b }}{% endcall %}",
    # filters and tests
    "{{ items | length }}",
    "{{ items | join }}",
    "{{ items | join('<') }}",
    "{{ items | join(a) }}",
    "{{ items | join(a | safe) }}",
    "{% for row in items | batch(2) %}{{ row | join(',') }};{% endfor %}",
    "{{ '%s-%s' | format(a, b) }}",
    "{{ '%d' | format(number) }}",
    "{{ ('<%s>' | safe) | format(a) }}",
    "{{ a | format }}",
    "{{ a is none }}{{ none is none }}{{ a is not none }}",
    "{{ a | length }}",
    "{% for each in things | unique(attribute='name') %}{{ each.number }}{% endfor %}",
    "{% for each in things | unique(attribute='lost') %}{{ each.number }}{% endfor %}",
    # sums and comparisons
    "{{ number + 1 }}{{ number * 2 - 3 }}{{ number // 2 }}{{ number % 3 }}{{ number / 4 }}{{ -number }}{{ 2 ** 3 }}",
    "{{ number > 3 }}{{ 1 < number <= 9 }}{{ a == b }}{{ a != b }}{{ a in items }}{{ a not in items }}",
    "{{ a and b or number }}{{ not a }}",
    "{{ a + b }}",
    "{{ number + a }}",
    "{{ {'x': a}.x }}",
    "{{ {1: '<', 2: a}[number] }}",
    "{{ ['', '&'][number] }}",
    # white space
    "  {% if b %}\n  x\n  {% endif %}\n y\n",
    "{%- if b -%}  x  {%- endif -%}  y",
    "a {{- a -}} b",
    "{{ a }}\n",
    "{{ a }}\n\n",
    "{# a note #}\n{% for each in items %}\n{{ each }}\n{% endfor %}\n",
    "a\n{%+ if b %}  b{% endif %}\nc",
    "\n{{ '{{' }}\n",
    # other templates
    "{% import 'head.html' as page %}{% call page.head('en', a, b) %}<title>{{ a }}</title>{% endcall %}",
    "{% import 'parts.html' as parts with context %}{{ parts.chip({}, '') }}",
    "{% with drawing = lost %}{% include 'chart.svg' %}{% endwith %}",
)

WORDS = st.text(st.sampled_from("ab <>&\"'\n\u202e{%é"), max_size=6)
PLAIN = WORDS | WORDS.map(Markup) | st.integers(-3, 9) | st.none() | st.booleans()
PHRASES = WORDS.map(lambda name: say("The <b> of {name}", name=name))
LISTS = st.lists(PLAIN | PHRASES, max_size=4)
VALUES = PLAIN | PHRASES | LISTS | st.builds(Thing, PLAIN, PLAIN) | st.dictionaries(st.just("key"), PLAIN)
FACTS = st.fixed_dictionaries(
    {
        "number": st.integers(0, 9),
        "items": LISTS | st.lists(st.builds(Thing, PLAIN, PLAIN), max_size=3),
        "things": st.lists(st.builds(Thing, WORDS | st.integers(0, 2), PLAIN), max_size=5),
        "table": st.dictionaries(st.sampled_from(["key", "items", "<"]), PLAIN),
        "thing": st.builds(Thing, PLAIN, PLAIN),
    },
    optional={"a": VALUES, "b": VALUES},
)


@pytest.mark.parametrize("source", SNIPPETS)
@settings(max_examples=8)
@given(facts=FACTS)
def test_a_snippet_is_the_same_by_both(source: str, facts: dict[str, object]) -> None:
    both(source, **facts)


LEAVES = (
    "<&>",
    " \n",
    "{{ a }}",
    "{{ x }}",
    "{{ y ~ a }}",
    "{{ items | join(', ') }}",
    "{{ thing.name }}",
    "{{ lost is defined }}",
)
AROUND = (
    "{% if PLAIN %}BODY{% else %}-{% endif %}",
    "{% for x in items %}BODY{{ loop.index }}{% endfor %}",
    "{%- for x in [a, y] -%} BODY {{- loop.last }}{% endfor %}",
    "{% with x = y %}BODY{% endwith %}",
    "{% set y = x %}BODY",
    "{% macro m(x, y='&') %}BODY{% endmacro %}{{ m(a) }}{{ m(b, y) }}",
    "{% macro m() %}{{ caller() }}{% endmacro %}\n{% call m() %}\nBODY\n{% endcall %}",
    "{% if x is none %}\n  BODY\n{% elif y %}{{ y }}{% endif %}",
)


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    bodies = st.lists(inner, min_size=1, max_size=3).map("".join)
    return st.tuples(st.sampled_from(AROUND), bodies, st.sampled_from(["a", "b", "items", "x"])).map(
        lambda parts: parts[0].replace("BODY", parts[1]).replace("PLAIN", parts[2])
    )


@settings(max_examples=60)
@given(st.recursive(st.sampled_from(LEAVES), nested, max_leaves=8), FACTS, PLAIN, PLAIN)
def test_a_random_template_is_the_same_by_both(source: str, facts: dict[str, object], x: object, y: object) -> None:
    both(source, **facts, x=x, y=y)


def test_markup_stays_and_everything_else_is_escaped() -> None:
    assert both("{{ a }}{{ b }}", a="<i>", b=Markup("<b>")) == ("text", "&lt;i&gt;<b>")


def test_a_name_that_does_not_exist_is_named_in_the_error() -> None:
    assert both("{{ lost }}") == ("UndefinedError", "'lost' is undefined")
    assert both("{{ thing.lost }}", thing={}) == ("AttributeError", "'dict' object has no attribute 'lost'")
    assert both("{{ thing[7] }}", thing=Thing(1, 2))[1].endswith("Thing object has no element 7")


def test_a_macro_that_does_not_exist_is_an_error_by_both() -> None:
    source = "{% import 'head.html' as page %}{{ page.lost }}"
    for template in (by_jinja(source), by_runtime(source)):
        kind, says = outcome(template, {})
        assert kind == "AttributeError"
        assert says.endswith(" object has no attribute 'lost'")


REFUSED = {
    "{% extends 'head.html' %}": "Extends",
    "{% block x %}{% endblock %}": "Block",
    "{% from 'head.html' import head %}": "FromImport",
    "{% filter upper %}x{% endfilter %}": "FilterBlock",
    "{% set x %}x{% endset %}": "AssignBlock",
    "{% autoescape false %}{{ a }}{% endautoescape %}": "ScopedEvalContextModifier",
    "{% set x = namespace() %}": "`namespace` is",
    "{{ range(3) }}": "`range` is",
    "{{ self }}": "`self` is",
    "{{ a | upper }}": "The filter `upper` is not known here.",
    "{{ a | join(attribute='x') }}": "The filter `join` is not known here with these arguments.",
    "{{ a | unique }}": "The filter `unique` is not known here with these arguments.",
    "{{ a | batch(2, 0) }}": "The filter `batch` is not known here with these arguments.",
    "{{ a is number }}": "The test `number` is not known here.",
    "{% for x in a %}{{ loop.cycle(1, 2) }}{% endfor %}": "`loop.cycle` is",
    "{% for x in a %}{{ loop }}{% endfor %}": "`loop` can only",
    "{% for x in a recursive %}{{ x }}{% endfor %}": "recursive",
    "{% import 'head.html' as page %}{{ page }}": "`page` can only",
    "{% import a as page %}": "in quotes",
    "{% include 'head.html' ignore missing %}": "no options",
    "{% macro m(caller=1) %}{% endmacro %}": "`caller`",
    "{% macro m() %}{{ kwargs }}{% endmacro %}": "`kwargs` is",
    "{{ a(*b) }}": "`*`",
    "{{ 'x' if a }}": "needs an `else`",
}
"""Templates that need what the runtime does not have → a part of what the build says."""


@pytest.mark.parametrize("source", REFUSED)
def test_what_the_runtime_does_not_have_is_refused_with_its_line(source: str) -> None:
    with pytest.raises(build_templates.Unsupported) as refusal:
        build_templates.code("page.html", f"<p>\n{source}", jinja())
    assert str(refusal.value).startswith("templates/page.html, line 2: ")
    assert REFUSED[source] in str(refusal.value)


def test_code_of_another_jinja_that_needs_more_is_refused() -> None:
    code = "def root(context):\n    yield brand_new(context.names, environment.policy)"
    assert build_templates.unknown_names(code) == ["brand_new", "context.names", "environment.policy"]
