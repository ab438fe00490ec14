"""Compiles the templates of pages and pictures to Python, in templates/code/: Jinja's compiler writes the code.

It is not in the repository. `make templates` builds it, and so does every command of make that needs it; every build
of the package does, too (`build_hook.py`). Where it is missing or older than its template, Jinja compiles at run time.

The code runs with `referee/report/html/template_runtime.py` in place of Jinja. Templates can use what is listed there
and here, and are refused if they need more.
"""

import ast
import builtins
import inspect
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from jinja2 import Environment, nodes

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.report.html import template_runtime  # noqa: E402
from referee.report.html.jinja_templates import jinja  # noqa: E402
from referee.report.html.template_values import FILTERS, TESTS  # noqa: E402

KINDS = (".html", ".svg", ".xml")
"""The files of templates/ that are templates; others are shown as they are."""
KNOWN = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.For, nodes.With, nodes.Assign, nodes.Macro,
    nodes.CallBlock, nodes.Import, nodes.Include, nodes.Name, nodes.Const, nodes.Tuple, nodes.List, nodes.Dict,
    nodes.Pair, nodes.Keyword, nodes.Call, nodes.Filter, nodes.Test, nodes.Getattr, nodes.Getitem, nodes.Slice,
    nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.Concat, nodes.BinExpr, nodes.UnaryExpr,
)  # fmt: skip
"""What a template can be made of."""
LOOP = ("index", "index0", "first", "last", "length")
"""What `loop` knows."""
NOT_KNOWN = ("self", "super", "varargs", "kwargs")
"""Names with a meaning of their own in Jinja."""
NEVER_REACHED = ("TemplateRuntimeError", "internalcode")
"""Names in code for filters that do not exist."""
WAY_OUT = "Write it in another way, or add it to referee/report/html/template_runtime.py and tools/build_templates.py."


class Unsupported(Exception):
    """A template needs something that its runtime does not have."""


def code(name: str, source: str, environment: Environment) -> str:
    """The Python module of a template. Unsupported says which line needs more than the runtime has."""
    tree = environment.parse(source, name)
    if found := min(unknown(tree, environment), default=None, key=lambda each: each[0] or math.inf):
        raise Unsupported(f"templates/{name}, line {found[0]}: {found[1]} {WAY_OUT}")
    body = environment.compile(source, name, raw=True).partition("\n")[2]
    body = body.replace("escape(environment.finalize(", "escaped_text((")
    body = as_plain_python(body)
    if names := unknown_names(body):
        raise Unsupported(
            f"templates/{name}: this version of Jinja writes code that needs {', '.join(names)}. {WAY_OUT}"
        )
    return f"""\
\"\"\"Made of templates/{name} by tools/build_templates.py. Change the template, not this.\"\"\"
from {template_runtime.__name__} import {", ".join(template_runtime.__all__)}
RUNTIME = {template_runtime.RUNTIME!r}
SOURCE = {source!r}
USES = {tuple(sorted({str(each.template.as_const()) for each in uses(tree)}))!r}
{body}
"""


def as_plain_python(body: str) -> str:
    """The code with calls and attributes as Python has them: nothing of ours asks for the context."""
    tree = ast.parse(body)
    return ast.unparse(PlainPython(own_macros(tree)).visit(tree))


class PlainPython(ast.NodeTransformer):
    """Takes the way through the context out of calls, and the way through the environment out of attributes.

    What a macro of the same template makes is text of the page already: that is not made Markup first.
    """

    def __init__(self, macros: Mapping[str, int]) -> None:
        self.macros = macros

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name("context"), "call"), [function, *given], named):
                return ast.Call(function, given, [each for each in named if each.arg != "_loop_vars"])
            case ast.Call(ast.Attribute(ast.Name("environment"), "getattr"), [owner, ast.Constant(str(word))]):
                return ast.Attribute(owner, word, ast.Load())
            case ast.Call(ast.Name("escaped_text"), [ast.Call(ast.IfExp(orelse=ast.Name(name)) as macro, given, [])]):
                left_out = self.macros.get(name, 0) - len(given)
                if name in self.macros and left_out >= 0:
                    given += [ast.Name("missing", ast.Load())] * left_out
                    return ast.Call(ast.Attribute(macro, "fill", ast.Load()), given, [])
        return node


def own_macros(tree: ast.Module) -> dict[str, int]:
    """How many arguments each macro of a template has, by its name in the code; not those that take a caller."""
    values: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.value) != "missing":
            for target in node.targets:
                values.setdefault(ast.unparse(target), []).append(node.value)
    found = {}
    for name, given in values.items():
        match given:
            case [ast.Call(ast.Name("Macro"), [_, _, _, ast.Tuple(arguments), _, _, ast.Constant(False), _])]:
                found[name] = len(arguments)
    return found


def uses(tree: nodes.Template) -> Iterator[nodes.Import | nodes.Include]:
    return tree.find_all((nodes.Import, nodes.Include))


def unknown(tree: nodes.Template, environment: Environment) -> Iterator[tuple[int | None, str]]:
    """What the runtime does not have, each with its line, if it has one."""
    whole = {"loop", *[each.target for each in tree.find_all(nodes.Import)]}
    owners = {id(each.node) for each in tree.find_all(nodes.Getattr)}
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, KNOWN):
            yield node.lineno, f"`{type(node).__name__}` is not known here."
        if isinstance(node, nodes.Name) and node.name in whole and node.ctx == "load" and id(node) not in owners:
            yield node.lineno, f"`{node.name}` can only be used with a dot and a name after it."
        for sentence in unknown_part(node, environment):
            yield node.lineno, sentence


def unknown_part(node: nodes.Node, environment: Environment) -> Iterator[str]:
    """What the runtime does not have of a thing that it has."""
    match node:
        case nodes.Filter(node=nodes.Expr()):
            yield from unknown_call(node, FILTERS)
        case nodes.Test():
            yield from unknown_call(node, TESTS)
        case nodes.Getattr(node=nodes.Name(name="loop"), attr=name) if name not in LOOP:
            yield f"`loop.{name}` is not known here."
        case nodes.Name(name=name) if name in NOT_KNOWN or name in environment.globals:
            yield f"`{name}` is not known here."
        case nodes.Macro(args=arguments) if "caller" in [each.name for each in arguments]:
            yield "An argument cannot be called `caller`."
        case nodes.Call(dyn_args=several, dyn_kwargs=named) if several or named:
            yield "A call with `*` or `**` is not known here."
        case nodes.For(recursive=True):
            yield "A recursive `for` is not known here."
        case nodes.CondExpr(expr2=None):
            yield "An `if` inside an expression needs an `else`."
        case nodes.Import(template=template) | nodes.Include(template=template) if not is_text(template):
            yield "Another template can only be used by its name in quotes."
        case nodes.Include(ignore_missing=True) | nodes.Include(with_context=False):
            yield "An `include` has no options here."


def is_text(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Const) and isinstance(node.value, str)


def unknown_call(node: nodes.Filter | nodes.Test, known: Mapping[str, Callable[..., object]]) -> Iterator[str]:
    """Whether a filter or test is known, with these arguments."""
    kind = type(node).__name__.lower()
    if node.name not in known or node.dyn_args or node.dyn_kwargs:
        yield f"The {kind} `{node.name}` is not known here."
        return
    signature = inspect.signature(known[node.name])
    given = [None, *node.args, *[None for name in signature.parameters if name == "_"]]
    try:
        signature.bind(*given, **{str(each.key): None for each in node.kwargs})
    except TypeError:
        yield f"The {kind} `{node.name}` is not known here with these arguments."


def unknown_names(body: str) -> list[str]:
    """Names that Jinja's code uses, and attributes of `environment` and `context`, that the runtime does not have."""
    tree = ast.parse(body)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    stored |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    stored |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    known = stored | {*template_runtime.__all__, *dir(builtins), *NEVER_REACHED}
    owners = {"environment": template_runtime.environment, "context": template_runtime.Scope({})}
    asked = [
        (node.value.id, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in owners
    ]
    lacking = {f"{owner}.{name}" for owner, name in asked if not hasattr(owners[owner], name)}
    return sorted(names - known | lacking)


def module_of(name: str) -> str:
    """The file for the code of a template."""
    return f"{name.replace('.', '_')}.py"


def build(templates: Path) -> None:
    """Write the code of all templates of a folder, each file whole or not at all, and remove what has no template."""
    sources = [path for path in sorted(templates.iterdir()) if path.suffix in KINDS]
    made = {module_of(path.name): code(path.name, path.read_text(encoding="utf-8"), jinja()) for path in sources}
    folder = templates / "code"
    folder.mkdir(exist_ok=True)
    for old in {path.name for path in folder.glob("*.py")} - {*made}:
        (folder / old).unlink()
    for file, text in made.items():
        write(folder / file, text)


def write(path: Path, text: str) -> None:
    """Write a file unless it is so already: then its bytecode stays valid, too."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


if __name__ == "__main__":
    try:
        build(ROOT / "templates")
    except Unsupported as trouble:
        sys.exit(str(trouble))
